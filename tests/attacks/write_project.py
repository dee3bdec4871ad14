"""Change the project of the user, which may be read."""

# control: yes

from targets import project_file

print("started")
with open(project_file, "w") as file:
    file.write("x")
print("breached")
