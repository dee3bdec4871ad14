"""Attach an attribute to a file."""

# control: yes

import os

from targets import project_file

print("started")
os.setxattr(project_file, "user.mark", b"1")
print("breached")
