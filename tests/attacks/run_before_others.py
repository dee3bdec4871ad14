"""Run before everybody else, as long as it likes."""

import os

print("started")
for attempt in (
    lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50)),
    lambda: os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1)),
    lambda: os.setpriority(os.PRIO_PROCESS, 0, -5),
    lambda: os.nice(-5),
):
    try:
        attempt()
        print("breached")
    except OSError:
        pass
