"""Join a keyring of the user."""

import ctypes
import platform

print("started")
JOIN_SESSION_KEYRING = 1
number = 250 if platform.machine() == "x86_64" else 219
assert ctypes.CDLL(None, use_errno=True).syscall(number, JOIN_SESSION_KEYRING, 0) > 0, ctypes.get_errno()
print("breached")
