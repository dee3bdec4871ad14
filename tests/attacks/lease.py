"""Take a lease on a file of the project, so that its owner waits to open it."""

# control: yes

import fcntl

from targets import project_file

print("started")
with open(project_file) as file:
    fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK)
    print("breached")
