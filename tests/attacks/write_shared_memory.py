"""Leave a file in the shared memory folder."""

# control: yes

import os

from targets import mark

print("started")
with open(os.path.join("/dev/shm", mark), "w") as file:
    file.write("x")
os.unlink(os.path.join("/dev/shm", mark))
print("breached")
