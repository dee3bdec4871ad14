"""Make the parent wait for everybody else."""

# control: yes

import os

print("started")
os.setpriority(os.PRIO_PROCESS, os.getppid(), os.getpriority(os.PRIO_PROCESS, os.getppid()))
print("breached")
