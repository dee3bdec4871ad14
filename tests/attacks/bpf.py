"""Load a program into the kernel."""

import ctypes
import platform

print("started")
number = 321 if platform.machine() == "x86_64" else 280
assert ctypes.CDLL(None, use_errno=True).syscall(number, 0, ctypes.create_string_buffer(128), 128) >= 0, (
    ctypes.get_errno()
)
print("breached")
