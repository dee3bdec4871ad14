"""Empty a file of the project by opening it neither to read nor to write, as for orders to a device."""

# control: yes

import os

from targets import project_file

print("started")
os.close(os.open(project_file, 3 | os.O_TRUNC))
print("breached")
