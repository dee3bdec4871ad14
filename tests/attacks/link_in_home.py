"""Leave a symbolic link in the home folder."""

# control: yes

import os

from targets import home

print("started")
os.symlink("/etc/passwd", os.path.join(home, "new"))
print("breached")
