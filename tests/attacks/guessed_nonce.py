"""Guess the nonce some thousand times."""

# ends: exited
# forged: yes

import os
import secrets

print("started", flush=True)
for _ in range(2000):
    line = f'{secrets.token_hex(16)} ["report", {{}}]\n'.encode()
    for file in range(3, 16):
        try:
            os.write(file, line)
        except OSError:
            continue
os._exit(0)
