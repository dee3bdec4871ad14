"""Change a file of the user through a memory map."""

# control: yes

import mmap
import os

from targets import project_file

print("started")
file = os.open(project_file, os.O_RDWR)
with mmap.mmap(file, 1) as memory:
    memory[0] = 0
print("breached")
