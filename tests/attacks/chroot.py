"""Choose another root of the file tree."""

import os

print("started")
os.mkdir("root")
os.chroot("root")
print("breached")
