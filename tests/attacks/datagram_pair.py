"""Send a datagram to a service through one of a pair of sockets."""

# control: yes

import socket

from targets import datagram

print("started")
ours, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
ours.sendto(b"x", datagram)
print("breached")
