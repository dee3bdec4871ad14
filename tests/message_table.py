"""Every message that the rules have, with an example each, to be read by somebody who knows the language.

`python -m tests.message_table` lints the examples of all rules and all labelled cases, and writes one entry for each
wording of a rule: `tests/messages.md`. What differs only in names and numbers is one wording.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from gradlint.core import catalog
from gradlint.core.model import Finding
from gradlint.engine.config import Configuration
from gradlint.engine.linting import Engine

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "tests" / "messages.md"
CASES = ROOT / "tests" / "cases"

HEAD = """\
# Messages

One entry for each wording, with the first program that shows it: the message, the labels under the marked lines, and
what to write. Made by `python -m tests.message_table`.
"""


def programs() -> Iterator[tuple[str, bytes]]:
    """The name and the text of everything that is known to be reported."""
    for rule in catalog.rules():
        for number, example in enumerate(rule.examples, 1):
            yield f"{rule.code}, example {number}", example.bad.encode()
    for path in sorted(CASES.rglob("*.py")):
        yield str(path.relative_to(CASES)), path.read_bytes()


def findings() -> Iterator[tuple[str, Finding]]:
    everything = Configuration(catalog.headings(), {"select": ["ALL"]}, isolated=True)
    engine = Engine(everything, catalog.headings())
    for name, text in programs():
        for finding in engine.lint_source(text, "program.py").findings:
            yield name, finding


def wording(finding: Finding) -> tuple[str, ...]:
    """What stays the same whatever the program is called and however large its numbers are."""
    texts = (finding.message, finding.help or "", *(label.message for label in finding.labels))
    return (
        finding.code,
        *(re.sub(r"`[^`]*`", "`x`", re.sub(r"\d+(?:\.\d+)?", "1", text)) for text in texts[:2]),
    )


def table() -> str:
    seen: dict[tuple[str, ...], tuple[str, Finding]] = {}
    for name, finding in findings():
        seen.setdefault(wording(finding), (name, finding))
    text = HEAD
    code = ""
    for key in sorted(seen):
        name, finding = seen[key]
        if finding.code != code:
            code = finding.code
            text += f"\n## {code} {finding.name}\n\n"
        text += f"- {finding.message} ({finding.severity.value}; {name})\n"
        text += "".join(f"    - {label.role}: {label.message}\n" for label in finding.labels)
        text += f"    - help: {finding.help}\n" if finding.help else ""
        text += f"    - fix: {finding.fix.message}\n" if finding.fix is not None else ""
    return text


if __name__ == "__main__":
    TABLE.write_text(table(), "utf-8")
    sys.stdout.write(f"{TABLE}\n")
