"""Become root in a namespace of its own."""

# control: yes

import ctypes

print("started")
NEW_USER = 0x10000000
assert ctypes.CDLL(None, use_errno=True).unshare(NEW_USER) == 0, ctypes.get_errno()
print("breached")
