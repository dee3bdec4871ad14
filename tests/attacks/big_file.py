"""Write a file of many gigabytes."""

# ends: reported disk timeout

print("started")
with open("big", "wb") as file:
    for _ in range(4096):
        file.write(b"x" * (1 << 20))
print("breached")
