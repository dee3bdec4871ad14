"""Leave folders that nobody may look into, not even their owner."""

# ends: reported disk

import os

print("started")
os.umask(0o777)
for number in range(20):
    os.mkdir(f"closed-{number}")
    open(f"file-{number}", "w").close()
os.umask(0)
for number in range(20):
    os.makedirs(f"open-{number}/inner")
    os.umask(0o777)
    os.mkdir(f"open-{number}/inner/closed")
    os.umask(0)
