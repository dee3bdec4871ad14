"""Read what the user types."""

import os

print("started")
if os.read(0, 100):
    print("breached")
