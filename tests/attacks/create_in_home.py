"""Create a file in the home folder."""

# control: yes

import os

from targets import home

print("started")
with open(os.path.join(home, "new"), "w") as file:
    file.write("x")
print("breached")
