"""Connect to a service of the machine by its abstract name."""

# control: yes

import socket

from targets import abstract

print("started")
socket.socket(socket.AF_UNIX).connect("\0" + abstract)
print("breached")
