"""Take back the promise to die with the parent."""

# control: yes

import ctypes

print("started")
PR_SET_PDEATHSIG = 1
assert ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0) == 0
print("breached")
