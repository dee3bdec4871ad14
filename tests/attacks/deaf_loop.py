"""Run for ever and ignore every signal."""

# ends: timeout
# seconds: 0.5

import signal

print("started")
for number in range(1, signal.NSIG):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        continue
while True:
    pass
