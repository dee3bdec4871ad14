"""Fill files that are on their way from one end of a pair of sockets to the other."""

# ends: reported disk timeout

import array
import os
import socket

print("started")
pairs = []
for number in range(100):
    file = os.open(str(number), os.O_CREAT | os.O_RDWR)
    os.unlink(str(number))
    for _ in range(3):
        os.write(file, b"x" * (16 << 20))
    ours, theirs = socket.socketpair()
    ours.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [file]))])
    pairs.append((ours, theirs))
    os.close(file)
print("breached")
