"""Put pages of a file of the project into a pipe and write behind them, as a known exploit does."""

# control: yes

import os

from targets import project_file

print("started")
out, into = os.pipe()
file = os.open(project_file, os.O_RDONLY)
if os.splice(file, into, 1) == 1:
    os.write(into, b"changed")
    print("breached")
