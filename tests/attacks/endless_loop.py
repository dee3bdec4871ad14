"""Run for ever."""

# ends: timeout
# seconds: 0.5

print("started")
while True:
    pass
