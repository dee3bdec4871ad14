"""Leave a process behind that writes later."""

# control: yes

import os
import time

from targets import home

print("started")
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        print("breached")
        time.sleep(1)
        with open(os.path.join(home, "late"), "w") as file:
            file.write("x")
    os._exit(0)
