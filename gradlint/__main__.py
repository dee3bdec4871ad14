"""`python -m gradlint` is the command."""

from __future__ import annotations

import os
import sys

# With -m Python looks in the current folder first, where a file of the linted project could take the place of a
# module that we import later. Our own sources are a current folder that we need.
if (
    sys.path
    and sys.path[0] in ("", os.getcwd())
    and os.getcwd() != os.path.dirname(os.path.dirname(__file__))
):
    del sys.path[0]

from gradlint.cli.entry import command

if __name__ == "__main__":
    command()
