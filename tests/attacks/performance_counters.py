"""Watch the processor by its counters."""

import ctypes
import platform
import struct

print("started")
number = 298 if platform.machine() == "x86_64" else 241
SOFTWARE, SIZE = 1, 112
wish = struct.pack("IIQ", SOFTWARE, SIZE, 0).ljust(SIZE, b"\0")
assert ctypes.CDLL(None, use_errno=True).syscall(number, wish, 0, -1, -1, 0) >= 0, ctypes.get_errno()
print("breached")
