"""Write many files of some megabytes."""

# ends: reported disk timeout

print("started")
for number in range(256):
    with open(str(number), "wb") as file:
        file.write(b"x" * (16 << 20))
print("breached")
