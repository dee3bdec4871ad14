"""Have a signal sent whenever the user changes the project."""

# control: yes

import fcntl
import os

from targets import project

print("started")
folder = os.open(project, os.O_RDONLY)
fcntl.fcntl(folder, fcntl.F_NOTIFY, fcntl.DN_CREATE)
print("breached")
