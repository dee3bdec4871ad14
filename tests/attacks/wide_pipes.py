"""Take all the memory that the user's pipes may hold."""

# control: yes

import fcntl
import os

print("started")
F_SETPIPE_SZ = 1031
reading, writing = os.pipe()
fcntl.fcntl(writing, F_SETPIPE_SZ, 1 << 20)
print("breached")
