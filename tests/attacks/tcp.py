"""Connect to a port."""

# control: yes

import socket

from targets import tcp

print("started")
socket.create_connection(("127.0.0.1", tcp), 2)
print("breached")
