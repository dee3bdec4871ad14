"""Write a file without a name on the disk of the project, and of the home folder."""

# control: yes

import os

from targets import home, project

print("started")
for folder in (home, project):
    try:
        file = os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o600)
    except OSError:
        continue
    os.write(file, b"x" * 4096)
    print("breached", folder)
