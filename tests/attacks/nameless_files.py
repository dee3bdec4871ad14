"""Fill files that no longer have a name."""

# ends: reported disk timeout

import os

print("started")
files = []
for number in range(40):
    files.append(open(str(number), "wb"))  # noqa: SIM115
    os.unlink(str(number))
    files[-1].write(b"x" * (16 << 20))
print("breached")
