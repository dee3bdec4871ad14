"""Open a file that the parent holds open."""

# control: yes

import os

print("started")
names = os.listdir(f"/proc/{os.getppid()}/fd")
assert names
print("breached")
