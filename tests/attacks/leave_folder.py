"""Make the home folder the working folder and write there."""

# control: yes

import os

from targets import home

print("started")
os.chdir(home)
with open("new", "w") as file:
    file.write("x")
print("breached")
