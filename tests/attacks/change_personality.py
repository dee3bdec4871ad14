"""Switch off what makes addresses hard to guess."""

# control: yes

import ctypes

print("started")
ADDR_NO_RANDOMIZE = 0x0040000
libc = ctypes.CDLL(None, use_errno=True)
assert libc.personality(ADDR_NO_RANDOMIZE) >= 0, ctypes.get_errno()
print("breached")
