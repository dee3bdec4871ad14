"""Fork by the newest system call for it."""

# control: yes

import ctypes
import os
import struct

print("started")
SIGCHLD = 17
arguments = struct.pack("8Q", 0, 0, 0, 0, SIGCHLD, 0, 0, 0)
child = ctypes.CDLL(None, use_errno=True).syscall(435, arguments, len(arguments))
if child == 0:
    os._exit(0)
assert child > 0, ctypes.get_errno()
print("breached")
