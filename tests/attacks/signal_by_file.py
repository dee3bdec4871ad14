"""Make a pipe send a signal to the parent."""

# control: yes

import fcntl
import os
import signal

print("started")
F_SETSIG = 10
reading, writing = os.pipe()
fcntl.fcntl(reading, fcntl.F_SETOWN, os.getppid())
# The parent ignores this one, so that a success does no harm.
fcntl.fcntl(reading, F_SETSIG, signal.SIGCONT)
fcntl.fcntl(reading, fcntl.F_SETFL, os.O_ASYNC)
os.write(writing, b"x")
print("breached")
