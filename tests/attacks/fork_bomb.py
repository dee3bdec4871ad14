"""Fork again and again, within bounds."""

import os
import time

print("started")
for _ in range(20):
    if os.fork() == 0:
        time.sleep(30)
        os._exit(0)
print("breached")
