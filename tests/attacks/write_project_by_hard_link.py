"""Change a file of the project through a second name in the scratch folder."""

# control: yes

import os

from targets import project_file

print("started")
os.link(project_file, "mine")
with open("mine", "w") as file:
    file.write("x")
print("breached")
