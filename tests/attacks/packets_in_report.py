"""Change how files work that the parent holds as well: as packets, without waiting, with a signal."""

import fcntl
import os
from contextlib import suppress

print("started")
for file in range(64):
    for flag in (os.O_DIRECT, os.O_NONBLOCK, os.O_ASYNC, os.O_NOATIME, os.O_APPEND):
        with suppress(OSError):
            fcntl.fcntl(file, fcntl.F_SETFL, fcntl.fcntl(file, fcntl.F_GETFL) ^ flag)
