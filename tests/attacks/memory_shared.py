"""Fill memory that is shared with nobody."""

# ends: reported memory timeout

import mmap

print("started")
memory = mmap.mmap(-1, 3 << 30)
for start in range(0, 3 << 30, 16 << 20):
    memory[start : start + (16 << 20)] = b"x" * (16 << 20)
print("breached")
