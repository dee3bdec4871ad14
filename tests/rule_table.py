"""The list of rules in the documentation: `python -m tests.rule_table` writes it anew from the catalogue."""

from __future__ import annotations

from pathlib import Path

from gradlint.core import catalog

PAGE = Path(__file__).parents[1] / "docs" / "rules" / "index.md"
HEAD = """\
---
hide: [navigation]
---

# Rules

A finding is an `error` where both ends of the gradient are known and a `warning` where one of them is only likely; the
table shows the usual severity. `gradlint rule CODE` prints the page of a rule in the terminal.

"""
FAMILIES = {
    "1": "The value leaves the framework",
    "2": "Writes in place",
    "3": "What should receive the gradient",
    "4": "Cut between source and loss",
    "5": "How the gradient is requested",
    "6": "The training step",
    "7": "Numbers",
    "8": "Hand-written derivatives",
    "9": "Linting itself",
}


def page() -> str:
    """A table for each family, one row per rule, in the order of their codes."""
    text = HEAD
    for digit, title in FAMILIES.items():
        rows = [rule for rule in catalog.rules() if rule.code[2] == digit]
        text += f"## GL{digit}: {title}\n\n| rule | reports | severity | frameworks |\n|---|---|---|---|\n"
        for rule in rows:
            frameworks = ", ".join(rule.frameworks) or "any"
            name = f"[{rule.code} {rule.name}]({rule.code}.md)"
            text += f"| {name} | {rule.summary} | {rule.severity.value} | {frameworks} |\n"
        text += "\n"
    return text.rstrip("\n") + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
