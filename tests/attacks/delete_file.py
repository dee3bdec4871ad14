"""Delete a file of the user."""

# control: yes

import os

from targets import precious

print("started")
os.remove(precious)
print("breached")
