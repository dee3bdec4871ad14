"""Which facts each rule reads: `python -m tests.rule_index` writes `gradlint/rules/shared/index.py` anew.

A rule can find something only where a fact that it reads is there, so a run imports no other rules. What a rule reads
is taken from its text: the attributes of the flow and of the lost gradients in whatever `detect` calls, and the types
of misuses that it words.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from gradlint.analysis.domain.facts import Flow
from gradlint.core.catalog import headings
from gradlint.core.file_codes import INVALID, UNUSED
from gradlint.rules import BY_RUNNING, module_name

ROOT = Path(__file__).parents[1]
INDEX = ROOT / "gradlint" / "rules" / "shared" / "index.py"
MISUSES = ("gradlint.analysis.domain.misuses", "gradlint.analysis.domain.faults")
BASES = frozenset({"Misuse", "TwoPlaces", "FaultKind"})
LOST = {
    "breaks": "breaks",
    "traces": "sinks",
    "live": "sinks",
    "disconnected": "sinks",
    "foreign": "sinks",
    "carrying": "sinks",
    "masked": "sinks",
}
"""What rules ask of the lost gradients, and the fact without which the answer is empty."""
OF_A_SINK = frozenset({"trace_of"})
"""What is asked about a sink that another fact has named."""


class Module:
    def __init__(self, name: str) -> None:
        tree = ast.parse((ROOT / (name.replace(".", "/") + ".py")).read_text("utf-8"))
        self.name = name
        self.defined: dict[str, ast.stmt] = {}
        self.imported: dict[str, tuple[str, str]] = {}
        for node in tree.body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                self.defined[node.name] = node
            elif isinstance(node, (ast.Assign, ast.AnnAssign)):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                self.defined.update((each.id, node) for each in targets if isinstance(each, ast.Name))
            elif isinstance(node, ast.ImportFrom) and node.module is not None:
                self.imported.update(
                    (each.asname or each.name, (node.module, each.name)) for each in node.names
                )


module = cache(Module)


def facts_of(code: str) -> frozenset[str]:
    found = set(_read(module(module_name(code, headings()[code].name)), "detect", set()))
    if found - _FIELDS:  # of misuses the types are known
        found.discard("misuses")
    return frozenset(found)


_FIELDS = frozenset(Flow.__dataclass_fields__) | {"breaks"}


def _read(here: Module, name: str, seen: set[tuple[str, str]]) -> Iterator[str]:
    if (here.name, name) in seen:
        return
    seen.add((here.name, name))
    for node in ast.walk(here.defined[name]):
        if isinstance(node, ast.Attribute):
            owner = (
                node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
            )
            if owner == "flow" and node.attr in _FIELDS:
                yield node.attr
            elif node.attr in OF_A_SINK:
                continue
            elif owner == "lost" and (node.attr in LOST or isinstance(node.value, ast.Attribute)):
                yield LOST[node.attr]
        elif isinstance(node, ast.Name):
            if node.id in here.defined:
                yield from _read(here, node.id, seen)
            elif node.id in here.imported:
                source, original = here.imported[node.id]
                if source in MISUSES and original not in BASES:
                    yield original
                elif source.startswith("gradlint.rules.shared.") and original in module(source).defined:
                    yield from _read(module(source), original, seen)


def index() -> str:
    lines = [
        '"""Which facts each rule reads; `python -m tests.rule_index` writes this file, a test holds it."""',
        "",
        "from __future__ import annotations",
        "",
        "READS: dict[str, list[str]] = {",
    ]
    for code in headings():
        if code not in BY_RUNNING | {INVALID, UNUSED}:
            facts = ", ".join(f'"{each}"' for each in sorted(facts_of(code)))
            lines.append(f'    "{code}": [{facts}],')
    text = "\n".join([*lines, "}", ""])
    format_ = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(INDEX), "-"]
    return subprocess.run(format_, input=text, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    INDEX.write_text(index(), "utf-8")
