"""Give a file of the user another name."""

# control: yes

import os

from targets import precious

print("started")
os.rename(precious, precious + ".locked")
print("breached")
