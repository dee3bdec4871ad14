"""Leave messages and semaphores with the kernel, where they stay when everybody is gone."""

# control: yes

import ctypes
import platform

print("started")
library = ctypes.CDLL(None, use_errno=True)
REMOVE, PRIVATE, CREATE = 0, 0, 0o1600
for make, remove in (
    (library.msgget, library.msgctl),
    (lambda *key: library.semget(key[0], 1, key[1]), library.semctl),
):
    made = make(PRIVATE, CREATE)
    if made >= 0:
        print("breached")
        remove(made, REMOVE, None) if remove is library.msgctl else remove(made, 0, REMOVE)
number, unlink = (240, 241) if platform.machine() == "x86_64" else (180, 181)
if library.syscall(number, b"gradlint-attack", 0o102, 0o600, None) >= 0:
    print("breached")
    library.syscall(unlink, b"gradlint-attack")
