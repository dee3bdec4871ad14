"""Make a system call of 32-bit programs, which have other numbers."""

# ends: crashed reported

import ctypes
import mmap
import platform

print("started", flush=True)
if platform.machine() == "x86_64":
    GETPID_BY_INTERRUPT = bytes.fromhex("b8 14 00 00 00 cd 80 c3")
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(GETPID_BY_INTERRUPT)
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    if ctypes.CFUNCTYPE(ctypes.c_int)(address)() > 0:
        print("breached")
