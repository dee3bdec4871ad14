"""Send every signal to every process whose number lies near its own."""

import os

print("started")
for number in range(os.getpid() - 60, os.getpid() + 60):
    if number in (os.getpid(), 0):
        continue
    try:
        os.kill(number, 0)
    except OSError:
        continue
    print("breached", number)
