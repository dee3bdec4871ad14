"""Make a system call under its second number, of the x32 interface."""

import ctypes
import platform

print("started")
GETPID = 39 | 0x40000000
if platform.machine() == "x86_64" and ctypes.CDLL(None, use_errno=True).syscall(GETPID) > 0:
    print("breached")
