"""Send a datagram."""

# control: yes

import socket

from targets import udp

print("started")
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", udp))
print("breached")
