"""Work around the filter of system calls with io_uring."""

# control: yes

import ctypes

print("started")
number = 425
assert ctypes.CDLL(None, use_errno=True).syscall(number, 4, ctypes.create_string_buffer(256)) >= 0, (
    ctypes.get_errno()
)
print("breached")
