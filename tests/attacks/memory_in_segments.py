"""Fill shared segments, which no limit of a process counts."""

# control: yes

import ctypes

print("started")
libc = ctypes.CDLL(None, use_errno=True)
segment = libc.shmget(0, 1 << 20, 0o1600)
assert segment >= 0, ctypes.get_errno()
libc.shmctl(segment, 0, None)
print("breached")
