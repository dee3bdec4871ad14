"""Mount a file system."""

import ctypes
import os

print("started")
os.mkdir("place")
libc = ctypes.CDLL(None, use_errno=True)
assert libc.mount(b"tmpfs", b"place", b"tmpfs", 0, None) == 0, ctypes.get_errno()
libc.umount(b"place")
print("breached")
