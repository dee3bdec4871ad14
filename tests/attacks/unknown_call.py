"""Use a system call that is newer than the filter."""

import ctypes

print("started")
ENOSYS = 38
ctypes.CDLL(None, use_errno=True).syscall(470, 0, 0, 0, 0)
assert ctypes.get_errno() != ENOSYS
print("breached")
