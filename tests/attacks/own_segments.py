"""Ask for segments of the processor, which only very old programs use and exploits."""

import ctypes
import platform

print("started")
libc = ctypes.CDLL(None, use_errno=True)
if platform.machine() in ("x86_64", "amd64"):
    text = ctypes.create_string_buffer(64)
    if libc.syscall(154, 0, text, 64) >= 0:
        print("breached descriptors")
    if libc.syscall(173, 0x80, 1, 1) == 0:
        print("breached ports")
