"""Read the disk below the file system, where every file lies open."""

import os

print("started")
for name in ("vda", "vdb", "sda", "nvme0n1", "xvda", "mmcblk0", "dm-0", "loop0", "ram0"):
    try:
        file = os.open(f"/dev/{name}", os.O_RDONLY)
    except OSError:
        continue
    if os.read(file, 512):
        print("breached", name)
