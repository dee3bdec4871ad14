"""Make a file that stands for a disk, or for the memory of the machine, and open it."""

import os
import stat

print("started")
for name, kind, device in (
    ("disk", stat.S_IFBLK, (8, 0)),
    ("root", stat.S_IFBLK, (254, 0)),
    ("memory", stat.S_IFCHR, (1, 1)),
):
    try:
        os.mknod(name, kind | 0o600, os.makedev(*device))
    except OSError:
        continue
    print("breached", name)
    os.unlink(name)
