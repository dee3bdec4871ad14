"""Handle page faults, a tool of many exploits."""

# control: yes

import ctypes
import platform

print("started")
number = 323 if platform.machine() == "x86_64" else 282
assert ctypes.CDLL(None, use_errno=True).syscall(number, 1) >= 0, ctypes.get_errno()
print("breached")
