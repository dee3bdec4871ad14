"""Fill the pipe of the report."""

# ends: flooded

import os

print("started", flush=True)
while True:
    for file in range(3, 64):
        try:
            os.write(file, b"x" * (1 << 16))
        except OSError:
            continue
