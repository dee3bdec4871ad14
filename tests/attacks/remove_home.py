"""Remove the home folder with everything in it."""

# control: yes

import shutil

from targets import home

print("started")
shutil.rmtree(home)
print("breached")
