"""Print what looks like a report."""

# ends: exited

import json
import os

print("started")
print(
    json.dumps(["report", {"level": "program", "as_written": {"end": "ran", "symptom": "right"}}]), flush=True
)
os._exit(0)
