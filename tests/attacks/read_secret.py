"""Read a private key."""

# control: yes

from targets import secret

print("started")
with open(secret) as file:
    assert file.read()
print("breached")
