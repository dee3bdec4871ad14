"""Leave a file in the shared memory folder."""

# control: yes

import os

print("started")
with open("/dev/shm/gradlint-attack", "w") as file:
    file.write("x")
os.unlink("/dev/shm/gradlint-attack")
print("breached")
