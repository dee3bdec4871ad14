"""Ask the kernel for the network interfaces."""

# control: yes

import socket

print("started")
socket.socket(socket.AF_NETLINK, socket.SOCK_RAW).bind((0, 0))
print("breached")
