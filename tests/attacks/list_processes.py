"""See which programs the user runs."""

# control: yes

import os

print("started")
assert [name for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid()]
print("breached")
