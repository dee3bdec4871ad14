"""Read what the system keeps from its users: passwords, keys, the files of root."""

import glob
import os

print("started")
places = [
    "/etc/shadow",
    "/etc/gshadow",
    "/etc/sudoers",
    "/etc/ssh",
    "/root",
    "/var/log",
    "/var/spool/cron",
    "/run/secrets",
]
for place in [*places, *glob.glob("/etc/ssh/*key"), *glob.glob("/etc/ssl/private/*")]:
    try:
        found = os.listdir(place) if os.path.isdir(place) else os.read(os.open(place, os.O_RDONLY), 1)
    except OSError:
        continue
    if found and os.stat(place).st_mode & 0o005 == 0:
        print("breached", place)
