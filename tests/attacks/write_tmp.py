"""Leave a file in the folder for temporary files."""

# control: yes

import os

from targets import mark

print("started")
with open(os.path.join("/tmp", mark), "w") as file:
    file.write("x")
os.unlink(os.path.join("/tmp", mark))
print("breached")
