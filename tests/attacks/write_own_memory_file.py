"""Change files of the process that the kernel obeys: its memory, its names, its place among those to be killed."""

# control: yes

import os

print("started")
for name in (
    "comm",
    "oom_score_adj",
    "clear_refs",
    "coredump_filter",
    "timerslack_ns",
    "autogroup",
    "loginuid",
):
    try:
        file = os.open(f"/proc/self/{name}", os.O_WRONLY)
    except OSError:
        continue
    os.close(file)
    print("breached", name)
