"""Create a folder in the home folder."""

# control: yes

import os

from targets import home

print("started")
os.mkdir(os.path.join(home, "new"))
print("breached")
