"""Connect to a service of the machine by its path."""

# control: yes

import socket

from targets import unix

print("started")
socket.socket(socket.AF_UNIX).connect(unix)
print("breached")
