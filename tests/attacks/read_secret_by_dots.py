"""Read a private key by a path that goes up from the project."""

# control: yes

import os

from targets import project, secret

print("started")
place = os.open(project, os.O_RDONLY)
file = os.open(os.path.relpath(secret, project), os.O_RDONLY, dir_fd=place)
assert os.read(file, 10)
print("breached")
