"""Abort."""

# ends: crashed

import os

print("started", flush=True)
os.abort()
