"""Ask for a little memory again and again."""

# ends: reported memory timeout

print("started")
kept = [b"x" * (16 << 20) for _ in range(200)]
print("breached")
