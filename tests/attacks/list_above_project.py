"""See what lies beside the project."""

# control: yes

import os

from targets import home, project

print("started")
assert os.path.basename(home) in os.listdir(os.path.dirname(project))
print("breached")
