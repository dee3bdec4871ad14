"""Create files without end."""

# ends: reported disk timeout

print("started")
for number in range(100_000):
    with open(str(number), "wb"):
        pass
print("breached")
