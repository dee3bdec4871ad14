"""Leave files whose names would steer a terminal, or break a list of names."""

# ends: reported

import os

print("started")
for name in (b"a\nb", b"\x1b[2J", b"\xff\xfe", b" ", b"-rf", b"a" * 255, b"*", b"$(reboot)"):
    os.mkdir(name)
    with open(name + b"/" + name, "wb") as file:
        file.write(b"x")
