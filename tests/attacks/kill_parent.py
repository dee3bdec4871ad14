"""Send a signal to the parent."""

# control: yes

import os

print("started")
os.kill(os.getppid(), 0)
print("breached")
