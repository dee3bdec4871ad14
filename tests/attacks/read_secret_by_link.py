"""Read a private key through a symbolic link in the scratch folder."""

# control: yes

import os

from targets import secret

print("started")
os.symlink(secret, "link")
with open("link") as file:
    assert file.read()
print("breached")
