"""Hide files in a folder that nobody can list."""

# ends: reported disk timeout

import os

print("started")
os.mkdir("hidden", 0o300)
for number in range(64):
    with open(f"hidden/{number}", "wb") as file:
        file.write(b"x" * (16 << 20))
print("breached")
