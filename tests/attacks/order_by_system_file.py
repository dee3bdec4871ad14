"""Open for writing what stands for the machine: its memory, its log, its power, the groups that it counts in."""

import os

print("started")
for place in (
    "/dev/mem", "/dev/kmsg", "/dev/port", "/dev/fuse", "/dev/kvm", "/dev/uinput", "/dev/loop-control", "/dev/net/tun",
    "/sys/power/state", "/sys/power/wake_lock", "/sys/kernel/uevent_helper", "/sys/fs/cgroup/cgroup.procs",
    "/proc/sys/kernel/hostname", "/proc/sys/kernel/randomize_va_space", "/proc/sys/fs/file-max",
    "/proc/1/oom_score_adj", "/proc/irq/default_smp_affinity", "/proc/self/uid_map", "/proc/self/timens_offsets",
):  # fmt: skip
    try:
        os.close(os.open(place, os.O_WRONLY | os.O_CLOEXEC))
    except OSError:
        continue
    if "self" not in place:
        print("breached", place)
