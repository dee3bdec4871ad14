"""Start a program."""

# control: yes

import subprocess

from targets import precious

print("started")
subprocess.run(["rm", "-f", precious], check=True)
print("breached")
