"""Hold the scratch folder by a map and a working folder while it is removed."""

# ends: timeout
# seconds: 1

import os
import time

print("started")
os.makedirs("inner/most")
os.chdir("inner/most")
files = [os.open(".", os.O_RDONLY) for _ in range(100)]
time.sleep(60)
