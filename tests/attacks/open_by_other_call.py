"""Empty a file of the project by a newer call that opens files, whose flags lie in memory."""

# control: yes

import ctypes
import os
import struct

from targets import project_file

print("started")
library = ctypes.CDLL(None, use_errno=True)
library.syscall.restype = ctypes.c_long
how = struct.pack("=QQQ", os.O_RDONLY | os.O_TRUNC, 0, 0)
at_here, openat2 = ctypes.c_long(-100), ctypes.c_long(437)
if library.syscall(openat2, at_here, project_file.encode(), how, ctypes.c_long(len(how))) >= 0:
    print("breached")
