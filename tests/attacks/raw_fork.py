"""Fork by the bare system call."""

# control: yes

import ctypes
import os
import platform

print("started")
SIGCHLD = 17
number = 56 if platform.machine() == "x86_64" else 220
child = ctypes.CDLL(None, use_errno=True).syscall(number, SIGCHLD, 0, 0, 0, 0)
if child == 0:
    os._exit(0)
assert child > 0, ctypes.get_errno()
print("breached")
