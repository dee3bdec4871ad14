"""Queue a signal for the parent."""

# control: yes

import ctypes
import os

print("started")
libc = ctypes.CDLL(None, use_errno=True)
assert libc.sigqueue(os.getppid(), 0, None) == 0, ctypes.get_errno()
print("breached")
