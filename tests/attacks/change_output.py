"""Change how its output file works, which the parent reads, so that the parent fails over it."""

import fcntl
import os

print("started", flush=True)
flags = fcntl.fcntl(1, fcntl.F_GETFL)
for flag in (os.O_DIRECT, os.O_NONBLOCK, os.O_NOATIME, 0o20000):
    try:
        flags |= flag
        fcntl.fcntl(1, fcntl.F_SETFL, flags)
    except OSError:
        flags &= ~flag
os.lseek(1, 1 << 20, os.SEEK_SET)
