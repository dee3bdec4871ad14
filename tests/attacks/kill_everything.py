"""Send a signal to every process there is."""

# control: yes

import os

print("started")
os.kill(-1, 0)
print("breached")
