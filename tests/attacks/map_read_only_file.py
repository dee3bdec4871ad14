"""Make a map writable of a file that is open for reading."""

import mmap
import os

from targets import project_file

print("started")
file = os.open(project_file, os.O_RDONLY)
with mmap.mmap(file, 1, mmap.MAP_SHARED, mmap.PROT_READ | mmap.PROT_WRITE) as memory:
    memory[0] = 0
print("breached")
