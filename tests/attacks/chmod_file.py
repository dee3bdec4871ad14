"""Take all rights to a file from the user."""

# control: yes

import os

from targets import precious

print("started")
os.chmod(precious, 0)
print("breached")
