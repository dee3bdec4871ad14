"""See which files the user has."""

# control: yes

import os

from targets import home

print("started")
assert os.listdir(home)
print("breached")
