"""Bind the parent to a processor."""

# control: yes

import os

print("started")
os.sched_setaffinity(os.getppid(), os.sched_getaffinity(os.getppid()))
print("breached")
