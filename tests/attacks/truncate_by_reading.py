"""Empty a file of the project by opening it to read."""

# control: yes

import os

from targets import project_file

print("started")
os.close(os.open(project_file, os.O_RDONLY | os.O_TRUNC))
print("breached")
