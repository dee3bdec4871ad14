"""Make all processes of a user wait for everybody else."""

# control: yes

import ctypes
import os

print("started")
ESRCH = 3
NOBODY_HAS_THIS_NUMBER = 2_000_000_011
libc = ctypes.CDLL(None, use_errno=True)
# There is no such process, so nobody is slowed down where this is allowed.
done = libc.setpriority(os.PRIO_USER, NOBODY_HAS_THIS_NUMBER, 19)
assert done == 0 or ctypes.get_errno() == ESRCH, ctypes.get_errno()
print("breached")
