"""Start more threads than the machine can bear."""

# ends: reported timeout memory

import threading
import time

print("started")
count = 0
try:
    for _ in range(20_000):
        threading.Thread(target=time.sleep, args=(30,), daemon=True).start()
        count += 1
except RuntimeError as error:
    print(count, error)
if count > 5000:
    print("breached")
