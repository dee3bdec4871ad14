"""Ask where the parent keeps its locks, the beginning of many tricks on its memory."""

# control: yes

import ctypes
import os

print("started")
library = ctypes.CDLL(None, use_errno=True)
library.syscall.restype = ctypes.c_long
head, size = ctypes.c_void_p(), ctypes.c_size_t()
answer = library.syscall(274, ctypes.c_long(os.getppid()), ctypes.byref(head), ctypes.byref(size))
if answer == 0:
    print("breached")
