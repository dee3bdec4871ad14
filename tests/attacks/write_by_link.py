"""Write to a file of the user through a symbolic link in the scratch folder."""

# control: yes

import os

from targets import precious

print("started")
os.symlink(precious, "link")
with open("link", "w") as file:
    file.write("x")
print("breached")
