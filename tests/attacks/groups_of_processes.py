"""Join the group of processes that the host belongs to, as whom the terminal would stop it."""

import os

from targets import host

print("started")
try:
    os.setpgid(0, os.getpgid(host))
    print("breached")
except OSError:
    pass
try:
    os.setpgid(os.getppid(), os.getpid())
    print("breached")
except OSError:
    pass
