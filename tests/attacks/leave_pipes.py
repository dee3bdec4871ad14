"""Leave pipes in the project, where whoever reads its files would wait for ever."""

# control: yes

import os
import stat

from targets import project

print("started")
os.mkfifo("pipe")
os.symlink("pipe", "link")
os.mknod("another", stat.S_IFIFO | 0o600)
os.mkfifo(f"{project}/module.py")
print("breached")
