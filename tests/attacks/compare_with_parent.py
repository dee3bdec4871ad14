"""Ask the kernel which open files the parent and the child have in common."""

# control: yes

import ctypes
import os
import platform

print("started")
KCMP_VM = 1
libc = ctypes.CDLL(None, use_errno=True)
number = 312 if platform.machine() in ("x86_64", "amd64") else 272
assert libc.syscall(number, os.getpid(), os.getppid(), KCMP_VM, 0, 0) >= 0, ctypes.get_errno()
print("breached")
