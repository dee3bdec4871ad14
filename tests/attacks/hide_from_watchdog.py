"""Hide its open files from the parent, and fill files without a name."""

# ends: reported disk timeout

import ctypes
import os

print("started")
PR_SET_DUMPABLE = 4
if ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0:
    print("hidden")
files = []
for number in range(40):
    files.append(open(str(number), "wb"))  # noqa: SIM115
    os.unlink(str(number))
    files[-1].write(b"x" * (16 << 20))
print("breached")
