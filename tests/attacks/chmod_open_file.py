"""Take all rights to a file that is open for reading."""

# control: yes

import os

from targets import project_file

print("started")
with open(project_file) as file:
    os.fchmod(file.fileno(), 0)
print("breached")
