"""Sleep for ever."""

# ends: timeout
# seconds: 1

import time

print("started")
time.sleep(1e6)
