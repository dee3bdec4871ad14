"""Type into whatever terminal is open, or can be opened."""

import fcntl
import os
import termios

print("started")
files = list(range(64))
for name in ("/dev/tty", "/dev/ptmx", "/proc/self/fd/0"):
    try:
        files.append(os.open(name, os.O_RDWR))
    except OSError:
        continue
for file in files:
    try:
        fcntl.ioctl(file, termios.TIOCSTI, b"x")
    except OSError:
        continue
    print("breached")
