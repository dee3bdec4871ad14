"""Attach to the parent as a debugger."""

# control: yes

import ctypes
import os

print("started")
PTRACE_SEIZE = 0x4206
PTRACE_DETACH = 17
libc = ctypes.CDLL(None, use_errno=True)
assert libc.ptrace(PTRACE_SEIZE, os.getppid(), None, None) == 0, ctypes.get_errno()
libc.ptrace(PTRACE_DETACH, os.getppid(), None, None)
print("breached")
