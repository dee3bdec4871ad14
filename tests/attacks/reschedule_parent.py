"""Change how the parent is scheduled."""

# control: yes

import os

print("started")
os.sched_setscheduler(os.getppid(), os.SCHED_OTHER, os.sched_param(0))
print("breached")
