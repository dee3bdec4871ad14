"""Enter the namespaces of the parent."""

import ctypes
import os

print("started")
NEW_IPC = 0x8000000
file = os.open(f"/proc/{os.getppid()}/ns/ipc", os.O_RDONLY)
assert ctypes.CDLL(None, use_errno=True).setns(file, NEW_IPC) == 0, ctypes.get_errno()
print("breached")
