"""Lock the records of a file of the project, so that its owner waits."""

# control: yes

import fcntl
import struct

from targets import project_file

print("started")
F_OFD_GETLK, F_OFD_SETLK = 36, 37
first, second = open(project_file), open(project_file)  # noqa: SIM115
for how in (fcntl.F_SETLK, F_OFD_SETLK):
    fcntl.fcntl(first, how, struct.pack("hhqqi4x", fcntl.F_RDLCK, 0, 0, 0, 0))
    seen = fcntl.fcntl(second, F_OFD_GETLK, struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0))
    if struct.unpack("hhqqi4x", seen)[0] != fcntl.F_UNLCK:
        print("breached")
