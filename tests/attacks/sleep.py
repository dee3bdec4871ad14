"""Sleep for ever."""

# ends: timeout
# seconds: 0.5

import time

print("started")
time.sleep(1e6)
