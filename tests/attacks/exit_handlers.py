"""Leave code behind for the end of the program."""

import atexit
import os

from targets import home


def late() -> None:
    with open(os.path.join(home, "late"), "w") as file:
        file.write("x")
    print("breached")


print("started")
atexit.register(late)
