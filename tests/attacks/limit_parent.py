"""Lower a limit of the parent."""

# control: yes

import os
import resource

print("started")
limits = resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE)
resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, limits)
print("breached")
