"""Send a signal to the process group of the parent."""

# control: yes

import os

print("started")
os.killpg(os.getpgid(os.getppid()), 0)
print("breached")
