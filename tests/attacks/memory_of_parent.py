"""Open the memory of the parent."""

# control: yes

import os

print("started")
with open(f"/proc/{os.getppid()}/mem", "rb+"):
    pass
print("breached")
