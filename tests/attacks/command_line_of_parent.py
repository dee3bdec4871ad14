"""Read the command line of the parent."""

# control: yes

import os

print("started")
with open(f"/proc/{os.getppid()}/cmdline", "rb") as file:
    assert file.read(1)
print("breached")
