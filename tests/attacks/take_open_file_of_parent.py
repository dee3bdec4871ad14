"""Take an open file out of the parent."""

import ctypes
import os

print("started")
library = ctypes.CDLL(None, use_errno=True)
parent = library.syscall(434, os.getppid(), 0)
if parent >= 0:
    for file in range(128):
        if library.syscall(438, parent, file, 0) >= 0:
            print("breached", file)
            break
