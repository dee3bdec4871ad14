"""Make sockets of families that hardly anybody uses, and that have had many holes."""

import socket

print("started")
for family in range(1, 50):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
        try:
            socket.socket(family, kind).close()
            print("breached", family, kind)
        except OSError:
            pass
        if family != socket.AF_UNIX:
            try:
                socket.socketpair(family, kind)
                print("breached", family, kind)
            except OSError:
                pass
