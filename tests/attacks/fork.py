"""Fork."""

# control: yes

import os

print("started")
child = os.fork()
if child == 0:
    os._exit(0)
os.waitpid(child, 0)
print("breached")
