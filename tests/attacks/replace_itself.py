"""Become another program."""

# control: yes
# ends: reported exited

import os

from targets import precious

print("started")
os.execv("/bin/rm", ["rm", "-f", precious])
print("breached")
