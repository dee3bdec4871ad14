"""Do what only an administrator may: name the machine, read its log, close its accounts."""

import ctypes
import socket

print("started")
library = ctypes.CDLL(None, use_errno=True)
name = socket.gethostname().encode()
if library.sethostname(name, len(name)) == 0:
    print("breached name")
text = ctypes.create_string_buffer(64)
if library.klogctl(3, text, 64) > 0:
    print("breached log")
if library.acct(None) == 0:
    print("breached accounts")
