"""Give itself a name that would steer a terminal or break the table that the watchdog reads, and run for ever."""

# ends: timeout
# seconds: 1

import ctypes

print("started", flush=True)
ctypes.CDLL(None).prctl(15, b") R 1 1\n\x1b]0;x")
while True:
    pass
