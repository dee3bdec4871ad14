"""Make the parent its debugger, so that every signal looks like an end to whoever waits for it."""

# control: yes

import ctypes

print("started")
PTRACE_TRACEME = 0
libc = ctypes.CDLL(None, use_errno=True)
assert libc.ptrace(PTRACE_TRACEME, 0, None, None) == 0, ctypes.get_errno()
print("breached")
