"""Read a private key through a handle that needs no right to read."""

# control: yes

import os

from targets import secret

print("started")
handle = os.open(secret, os.O_PATH)
with open(f"/proc/self/fd/{handle}") as file:
    assert file.read()
print("breached")
