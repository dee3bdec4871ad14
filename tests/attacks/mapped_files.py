"""Fill files that have no name and are no longer open, but mapped."""

# ends: reported disk timeout memory

import mmap
import os

print("started")
maps = []
for number in range(100):
    file = os.open(str(number), os.O_CREAT | os.O_RDWR)
    for _ in range(3):
        os.write(file, b"x" * (16 << 20))
    maps.append(mmap.mmap(file, 48 << 20, prot=mmap.PROT_READ))
    os.unlink(str(number))
    os.close(file)
print("breached")
