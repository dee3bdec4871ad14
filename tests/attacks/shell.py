"""Run a shell command."""

# control: yes

import os

from targets import precious

print("started")
print(os.system(f"rm -f {precious}"))
