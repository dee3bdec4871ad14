"""Remove the project of the user, which may be read."""

# control: yes

import shutil

from targets import project

print("started")
shutil.rmtree(project)
print("breached")
