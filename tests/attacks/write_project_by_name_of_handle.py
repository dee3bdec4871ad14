"""Give a file of the project a second name through one that is open for reading, and write there."""

# control: yes

import ctypes
import os

from targets import project_file

print("started")
AT_FDCWD = -100
AT_SYMLINK_FOLLOW = 0x400
file = os.open(project_file, os.O_RDONLY)
libc = ctypes.CDLL(None, use_errno=True)
name = f"/proc/self/fd/{file}".encode()
assert libc.linkat(AT_FDCWD, name, AT_FDCWD, b"mine", AT_SYMLINK_FOLLOW) == 0, ctypes.get_errno()
with open("mine", "w") as mine:
    mine.write("x")
print("breached")
