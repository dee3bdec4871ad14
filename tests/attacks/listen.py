"""Open a port."""

# control: yes

import socket

print("started")
socket.create_server(("127.0.0.1", 0))
print("breached")
