"""Run for ever in several threads, one of which catches what the others raise."""

# ends: timeout
# seconds: 0.5

import threading

print("started")


def spin() -> None:
    while True:
        pass


for _ in range(3):
    threading.Thread(target=spin, daemon=True).start()
while True:
    try:
        spin()
    except BaseException:
        continue
