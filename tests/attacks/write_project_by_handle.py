"""Open a file of the project for writing through one that is open for reading."""

# control: yes

from targets import project_file

print("started")
with open(project_file) as file, open(f"/proc/self/fd/{file.fileno()}", "w") as again:
    again.write("x")
print("breached")
