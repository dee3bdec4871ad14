"""Close every file, the pipe of the report as well, and go on."""

# ends: timeout
# seconds: 0.5

import os

print("started", flush=True)
os.closerange(0, 256)
while True:
    pass
