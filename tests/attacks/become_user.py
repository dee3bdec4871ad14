"""Become another user, whose files have other locks."""

import os

print("started")
for become in (
    lambda: os.setuid(65534 if os.getuid() != 65534 else 0),
    lambda: os.setgroups([0]),
    lambda: os.setgid(1),
):
    try:
        become()
    except OSError:
        continue
    print("breached")
