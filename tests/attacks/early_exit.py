"""Leave with success before anything was measured."""

# ends: exited

import os

print("started", flush=True)
os._exit(0)
