"""Put a link to the home folder in the place of the scratch folder."""

# control: yes
import os

from targets import home

print("started")
here = os.getcwd()
os.rename(here, here + "-old")
os.symlink(home, here)
print("breached")
