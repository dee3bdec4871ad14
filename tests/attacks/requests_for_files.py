"""Take places for requests of asynchronous files, of which the whole machine has only so many."""

# control: yes

import ctypes
import platform

print("started")
number = 206 if platform.machine() == "x86_64" else 0
context = ctypes.c_ulong(0)
if ctypes.CDLL(None).syscall(number, 4096, ctypes.byref(context)) == 0:
    print("breached")
