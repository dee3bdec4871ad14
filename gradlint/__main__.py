"""`python -m gradlint` is the command."""

from __future__ import annotations

import sys

from gradlint.cli import main

if __name__ == "__main__":
    sys.exit(main())
