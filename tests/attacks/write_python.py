"""Change a module of the interpreter."""

import os

assert os.__file__ is not None

print("started")
with open(os.__file__, "a"):
    pass
print("breached")
