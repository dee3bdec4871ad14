"""Read a private key through a link that lies in the project."""

# control: yes

import os

from targets import project

print("started")
for name in ("key", os.path.join("src", "home", ".ssh", "id")):
    try:
        with open(os.path.join(project, name)) as file:
            assert file.read()
    except OSError:
        continue
    print("breached")
