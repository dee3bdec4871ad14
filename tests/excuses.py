"""Which yes-or-no questions of the analysis decide a case: each is answered with no, and the cases are linted again.

A question that decides nothing can go; one that decides a single case may be fitted to it. `python -m tests.excuses`
finds out for all of them, which takes minutes, and writes `tests/excuses.toml`.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from inspect import unwrap
from itertools import islice
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from gradlint.core.catalog import rules
from gradlint.core.model import Finding, Fix
from gradlint.engine.findings import analysed
from gradlint.rules import detected
from gradlint.sources.read import read
from gradlint.sources.unit import Unit
from tests.support.cases import case_files, case_name, document_files
from tests.support.project_scores import projects

ROOT = Path(__file__).parents[1]
FIX_CASES = ROOT / "tests" / "fix_cases"
TABLE = ROOT / "tests" / "excuses.toml"
FOLDERS = (
    "analysis/lost_gradients",
    "analysis/monitors",
    "analysis/monitors/weights",
    "rules",
    "rules/shared",
)
KEPT = 2
"""How many of its cases are named for a question: two that are independent of each other."""
APART = frozenset({"explained"})
"""Modules that answer `gradlint explain`, and decide no finding."""
Found = list[tuple[str, str, int, str, str, str]]
"""File, code, line, severity, words and fix of each finding."""


def questions() -> list[str]:
    """Functions of a module that answer with yes or no, by their full names."""
    return [
        f"{'.'.join(path.relative_to(ROOT).with_suffix('').parts)}.{node.name}"
        for folder in FOLDERS
        for path in sorted((ROOT / "gradlint" / folder).glob("*.py"))
        if path.stem not in APART
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef)
        and isinstance(node.returns, ast.Name)
        and node.returns.id == "bool"
    ]


def function(question: str) -> FunctionType:
    module, _, name = question.rpartition(".")
    found = unwrap(getattr(import_module(module), name))
    assert isinstance(found, FunctionType)
    return found


@contextmanager
def answering(question: str, code: CodeType) -> Iterator[None]:
    """Another body for a function, wherever it has been imported to."""
    asked = function(question)
    before = (asked.__code__, asked.__defaults__, asked.__kwdefaults__)
    _forget_answers(question)
    asked.__code__, asked.__defaults__, asked.__kwdefaults__ = code, None, None
    try:
        yield
    finally:
        asked.__code__, asked.__defaults__, asked.__kwdefaults__ = before
        _forget_answers(question)


def _forget_answers(question: str) -> None:
    """What a question with a cache has answered so far."""
    module, _, name = question.rpartition(".")
    forget = getattr(getattr(import_module(module), name), "cache_clear", None)
    if forget is not None:
        forget()


def _no(*args: Any, **named: Any) -> bool:
    return False


@cache
def programs() -> dict[str, Unit]:
    """All programs that say what must be found in them: cases, examples of the rules, projects, documents."""
    texts = {case_name(path): path.read_text("utf-8") for path in case_files()}
    for path in sorted(FIX_CASES.rglob("*.py")):
        texts[f"fix_cases/{path.relative_to(FIX_CASES).with_suffix('').as_posix()}"] = path.read_text("utf-8")
    for rule in rules():
        for number, example in enumerate(rule.examples, 1):
            texts[f"rules/{rule.code}/{number}-bad"] = example.bad
            texts[f"rules/{rule.code}/{number}-good"] = example.good
    found = {name: Unit(path=f"{name}.py", kind="python", text=text) for name, text in texts.items()}
    for path in sorted(file for project in projects() for file in project.rglob("*.py")):
        name = path.relative_to(ROOT / "tests").with_suffix("").as_posix()
        found[name] = Unit(path=str(path), kind="python", text=path.read_text("utf-8"))
    return found | {f"documents/{path.name}": read(str(path)) for path in document_files()}


def found_in(name: str) -> Found:
    made = analysed(programs()[name], detected())
    return sorted(
        (one.path, one.code, one.span.start.row, one.severity.value, _worded(one), _written(one.fix))
        for one in (*made.findings, *made.elsewhere)
    )


def _worded(finding: Finding) -> str:
    labels = (f"{each.role}: {each.message}" for each in finding.labels)
    return "\n".join((finding.message, finding.help or "", *labels))


def _written(fix: Fix | None) -> str:
    return "" if fix is None else f"{fix.applicability}: {fix.message}: {fix.edits}"


def decided_by(question: str, cases: Iterable[str]) -> Iterator[str]:
    """Of these cases those that are reported otherwise if the answer is always no."""
    for name in cases:
        usual = usually_found(name)
        with answering(question, _no.__code__):
            other = found_in(name)
        if other != usual:
            yield name


@cache
def usually_found(name: str) -> Found:
    return found_in(name)


def likely_first(question: str, cases: Iterable[str]) -> list[str]:
    """The cases of its own rule before all others, so that few have to be linted."""
    own = re.search(r"rules\.gl(\d+)", question)
    return sorted(cases, key=lambda name: (own is None or f"GL{own[1]}/" not in name, name))


def answered_yes() -> dict[str, list[str]]:
    """The cases in which the answer to a question is yes: no others can be decided by it."""
    cases: dict[str, list[str]] = {}
    said: set[str] = set()
    for question in questions():
        _listen(question, said)
    for name in programs():
        said.clear()
        for question in cases:
            _forget_answers(question)
        found_in(name)
        for question in said:
            cases.setdefault(question, []).append(name)
    return cases


def _listen(question: str, said: set[str]) -> None:
    heard = function(question)
    original = FunctionType(heard.__code__, heard.__globals__, heard.__name__, heard.__defaults__)
    original.__kwdefaults__ = heard.__kwdefaults__

    def listening(*args: Any, **named: Any) -> bool:
        answer = bool(original(*args, **named))
        if answer:
            said.add(question)
        return answer

    key = f"_heard_{heard.__name__}"
    heard.__globals__[key] = listening
    made: dict[str, Any] = {}
    exec(f"def heard(*args, **named): return {key}(*args, **named)", made)
    heard.__code__, heard.__defaults__ = made["heard"].__code__, None
    heard.__kwdefaults__ = None


def table(decided: dict[str, list[str]]) -> str:
    lines = [
        "# Yes-or-no questions, and cases that are reported otherwise if the answer is always no.",
        "# `python -m tests.excuses` renews this file.",
        "",
    ]
    lines += [
        f'"{question}" = {sorted(cases)}'.replace("'", '"') for question, cases in sorted(decided.items())
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    # What listens cannot be taken out again: that is done by another process.
    command = "import json, tests.excuses as e; print(json.dumps(e.answered_yes()))"
    done = subprocess.run(
        [sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True, check=True
    )
    cases: dict[str, list[str]] = json.loads(done.stdout)
    decided = {
        each: list(islice(decided_by(each, likely_first(each, cases.get(each, ()))), KEPT))
        for each in questions()
    }
    TABLE.write_text(table(decided), "utf-8")


if __name__ == "__main__":
    main()
