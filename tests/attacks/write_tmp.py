"""Leave a file in the folder for temporary files."""

# control: yes

import os

print("started")
with open("/tmp/gradlint-attack", "w") as file:
    file.write("x")
os.unlink("/tmp/gradlint-attack")
print("breached")
