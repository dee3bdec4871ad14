"""Lock a file of the project for itself alone, so that its owner waits."""

# control: yes

import fcntl

from targets import project_file

print("started")
first, second = open(project_file), open(project_file)  # noqa: SIM115
fcntl.flock(first, fcntl.LOCK_EX | fcntl.LOCK_NB)
try:
    fcntl.flock(second, fcntl.LOCK_EX | fcntl.LOCK_NB)
except BlockingIOError:
    print("breached")
