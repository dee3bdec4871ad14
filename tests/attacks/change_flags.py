"""Change the flags of a file that is open for reading, as chattr does."""

# control: yes

import fcntl
import struct

from targets import project_file

print("started")
NO_DUMP = 0x40
with open(project_file) as file:
    flags = struct.unpack("l", fcntl.ioctl(file, 0x80086601, bytes(8)))[0]
    fcntl.ioctl(file, 0x40086602, struct.pack("l", flags | NO_DUMP))
    fcntl.ioctl(file, 0x40086602, struct.pack("l", flags))
print("breached")
