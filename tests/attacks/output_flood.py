"""Print without end."""

# ends: flooded reported

print("started", flush=True)
text = "x" * (1 << 20)
while True:
    print(text)
