"""Change the times of a file."""

# control: yes

import os

from targets import project_file

print("started")
os.utime(project_file, (0, 0))
print("breached")
