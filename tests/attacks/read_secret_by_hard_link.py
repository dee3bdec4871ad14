"""Read a private key through a second name in the scratch folder."""

import os

from targets import secret

print("started")
os.link(secret, "link")
with open("link") as file:
    assert file.read()
print("breached")
