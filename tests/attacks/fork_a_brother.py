"""Fork a process whose parent is that of the sandbox, so that it seems to be one of its own."""

# control: yes

import ctypes
import os
import platform

print("started", flush=True)
CLONE_PARENT, SIGCHLD = 0x8000, 17
number = 56 if platform.machine() == "x86_64" else 220
child = ctypes.CDLL(None, use_errno=True).syscall(number, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0)
if child == 0:
    os._exit(0)
if child > 0:
    print("breached")
