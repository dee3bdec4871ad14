"""Watch what the user does with the files of the project."""

# control: yes

import ctypes

from targets import project

print("started")
library = ctypes.CDLL(None, use_errno=True)
watcher = library.inotify_init()
if watcher >= 0 and library.inotify_add_watch(watcher, project.encode(), 0xFFF) >= 0:
    print("breached")
