"""Exchange a file of the scratch folder with one of the project, each under the name of the other."""

# control: yes

import ctypes
import platform

from targets import project_file

print("started")
with open("mine", "w") as file:
    file.write("nothing")
EXCHANGE, HERE = 2, -100
number = 316 if platform.machine() == "x86_64" else 276
if ctypes.CDLL(None).syscall(number, HERE, b"mine", HERE, project_file.encode(), EXCHANGE) == 0:
    print("breached")
