"""The table of rules in the README: `python -m tests.rule_table` writes it anew from the catalogue."""

from __future__ import annotations

import re
from pathlib import Path

from gradlint.core import catalog

README = Path(__file__).parents[1] / "README.md"
TABLE = re.compile(r"^\| code \| name \|.*?\n(?=\n|\Z)", re.MULTILINE | re.DOTALL)


def table() -> str:
    """One row per rule, in the order of their codes."""
    lines = ["| code | name | frameworks | severity | reports |", "|---|---|---|---|---|"]
    for rule in catalog.rules():
        frameworks = ", ".join(rule.frameworks) or "any"
        lines.append(f"| {rule.code} | {rule.name} | {frameworks} | {rule.severity.value} | {rule.summary} |")
    return "\n".join(lines) + "\n"


def renewed(readme: str) -> str:
    """The README with the table as it has to be."""
    renewed, number = TABLE.subn(lambda _: table(), readme)
    assert number == 1
    return renewed


if __name__ == "__main__":
    README.write_text(renewed(README.read_text("utf-8")), "utf-8")
