"""Reserve room on the disk in one call, without writing anything."""

# ends: reported disk timeout

import ctypes
import os

print("started")
reserve = ctypes.CDLL(None, use_errno=True).fallocate
reserve.argtypes = (ctypes.c_int, ctypes.c_int, ctypes.c_long, ctypes.c_long)
for number in range(20):
    file = os.open(str(number), os.O_CREAT | os.O_RDWR)
    if reserve(file, 0, 0, 60 << 20) != 0:
        raise OSError(ctypes.get_errno(), "no room")
    os.close(file)
print("breached")
