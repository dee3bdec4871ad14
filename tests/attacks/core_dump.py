"""Leave its memory on the disk, with all that it has read."""

# control: yes
# ends: crashed

import os
import resource
import signal

print("started")
try:
    resource.setrlimit(resource.RLIMIT_CORE, (1 << 30, 1 << 30))
    print("breached")
except (OSError, ValueError):
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)  # whoever started the tests may ignore it
    os.kill(os.getpid(), signal.SIGQUIT)
