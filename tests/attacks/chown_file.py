"""Give a file of the user to its owner once more, which changes its record."""

# control: yes

import os

from targets import precious

print("started")
os.chown(precious, os.getuid(), os.getgid())
print("breached")
