"""`python -m gradlint` is the command."""

from __future__ import annotations

from gradlint.cli import command

if __name__ == "__main__":
    command()
