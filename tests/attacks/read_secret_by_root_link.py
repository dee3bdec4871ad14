"""Read a private key through the link to the root of the file tree."""

# control: yes

from targets import secret

print("started")
with open("/proc/self/root" + secret) as file:
    assert file.read()
print("breached")
