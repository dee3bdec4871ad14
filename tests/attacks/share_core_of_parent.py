"""Share a core with the parent, to measure what it does."""

import ctypes
import os

print("started")
library = ctypes.CDLL(None, use_errno=True)
if library.prctl(62, 2, ctypes.c_long(os.getppid()), 1, ctypes.c_long(0)) == 0:
    print("breached")
