"""Send a signal to a thread of the parent."""

# control: yes

import ctypes
import os
import platform

print("started")
number = 234 if platform.machine() == "x86_64" else 131
parent = os.getppid()
assert ctypes.CDLL(None, use_errno=True).syscall(number, parent, parent, 0) == 0, ctypes.get_errno()
print("breached")
