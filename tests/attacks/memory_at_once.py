"""Ask for 100 GB of memory at once."""

print("started")
bytearray(100 << 30)
print("breached")
