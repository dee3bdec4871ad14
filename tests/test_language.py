"""What users read is plain, present-day English: phrases that once stood there and sound foreign do not come back."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gradlint.core import catalog

ROOT = Path(__file__).parents[1]
BANNED = re.compile(
    r"\bmend(?:s|ed|ing)?\b"
    r"|\bany more\b"
    r"|\basked for\b|\basking for\b"
    r"|(?:^|[;:,] )it gets no gradient"
    r"|\bfirst thing in\b"
    r"|\bways? of the (?:gradient|number|draw)\b|\bon the way of\b"
    r"|\bin so many words\b|\bnone of this rule\b|\bthrough a door\b"
    r"|\bis wanted for\b"
    r"|\bis no (?:leaf|tensor|suppression|tuple|scalar|attribute|nn\.Parameter|parameter|Python|longer .* any)\b"
    r"|\bhides no finding\b|\bkeys stand at\b|\btoo much to follow\b|\bnever replaced\b"
    r"|\bgiven_w\b|\bsubject\.\w"
)
CODE = ("rules", "cli", "report", "confirm", "watch", "lsp", "engine", "fixing", "core")
PAGES = sorted({ROOT / "README.md", *(ROOT / "docs").rglob("*.md")} - {ROOT / "docs" / "architecture.md"})


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """The texts in a module that are not documentation: what could be shown to somebody."""
    tree = ast.parse(path.read_text("utf-8"))
    comments = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in comments:
            yield node.lineno, node.value


@pytest.mark.parametrize("package", CODE)
def test_no_message_has_a_foreign_phrase(package: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in sorted((ROOT / "gradlint" / package).rglob("*.py"))
        for line, text in strings(path)
        if " " in text and BANNED.search(text) and "subject." not in text
    ]
    assert not found


def test_no_page_of_a_rule_has_a_foreign_phrase() -> None:
    for rule in catalog.rules():
        for text in (
            rule.summary,
            rule.what,
            rule.why,
            rule.instead,
            rule.limits,
            rule.changes,
            *rule.symptoms,
        ):
            line = " ".join(text.split())
            assert not BANNED.search(line), f"{rule.code}: {BANNED.search(line)}"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_page_has_a_foreign_phrase(path: Path) -> None:
    # The table of attacks is made of the descriptions of the programs in tests/attacks.
    prose = "\n".join(line for line in path.read_text("utf-8").splitlines() if " held |" not in line)
    assert not BANNED.search(" ".join(prose.split()))
