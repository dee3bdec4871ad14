"""Find an open file that nobody meant to leave open."""

import os
import stat

print("started")
pipes = 0
for file in range(3, 4096):
    try:
        about = os.fstat(file)
    except OSError:
        continue
    if stat.S_ISFIFO(about.st_mode):
        pipes += 1
    else:
        print("breached", file, os.readlink(f"/proc/self/fd/{file}"))
if pipes > 1:
    print("breached", pipes)
