"""Run for ever."""

# ends: timeout
# seconds: 1

print("started")
while True:
    pass
