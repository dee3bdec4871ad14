"""Fill files that lie in memory."""

import os

print("started")
files = [os.memfd_create(str(number)) for number in range(40)]
for file in files:
    os.write(file, b"x" * (16 << 20))
print("breached")
