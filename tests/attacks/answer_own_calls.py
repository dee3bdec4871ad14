"""Answer its own system calls, by a filter that asks a program."""

# control: yes

import ctypes
import platform
import struct

print("started")
PR_SET_NO_NEW_PRIVS = 38
SECCOMP_SET_MODE_FILTER = 1
SECCOMP_FILTER_FLAG_NEW_LISTENER = 8
allow_all = ctypes.create_string_buffer(struct.pack("=HBBI", 0x06, 0, 0, 0x7FFF0000))
program = ctypes.create_string_buffer(struct.pack("@HP", 1, ctypes.addressof(allow_all)))
libc = ctypes.CDLL(None, use_errno=True)
libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
number = 317 if platform.machine() in ("x86_64", "amd64") else 277
listener = libc.syscall(number, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, program)
assert listener >= 0, ctypes.get_errno()
print("breached")
