"""Send a signal to the parent through a handle of it."""

# control: yes

import os
import signal

print("started")
handle = os.pidfd_open(os.getppid())
signal.pidfd_send_signal(handle, 0)
print("breached")
