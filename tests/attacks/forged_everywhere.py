"""Write what looks like a report to every open file."""

# ends: exited
# forged: yes

import json
import os

print("started", flush=True)
text = json.dumps(["report", {"as_written": {"end": "ran", "symptom": "right"}}])
for file in range(3, 256):
    try:
        os.write(file, f"{'0' * 32} {text}\n{text}\n".encode())
    except OSError:
        continue
os._exit(0)
