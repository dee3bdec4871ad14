"""Read the environment of the parent."""

# control: yes

import os

print("started")
with open(f"/proc/{os.getppid()}/environ", "rb") as file:
    file.read(1)
print("breached")
