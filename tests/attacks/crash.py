"""Read memory that is not there."""

# ends: crashed

import ctypes

print("started", flush=True)
ctypes.string_at(0)
