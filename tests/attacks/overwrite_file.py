"""Write into a file of the user."""

# control: yes

from targets import precious

print("started")
with open(precious, "r+") as file:
    file.write("x")
print("breached")
