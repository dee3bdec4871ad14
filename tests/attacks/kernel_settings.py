"""Change a setting of the kernel."""

print("started")
for name in ("/proc/sys/vm/drop_caches", "/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger"):
    try:
        with open(name, "w"):
            print("breached", name)
    except OSError:
        continue
