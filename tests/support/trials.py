"""Fixes made and executed: what of their promise each of them keeps."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from gradlint.core import catalog
from gradlint.core.model import Finding, Severity
from gradlint.engine.findings import findings_in
from gradlint.fixing.rounds import fix_file
from gradlint.rules import detected
from gradlint.sources.python import python_unit
from gradlint.sources.unit import Unit
from tests.support.promise import Objection, broken_names, objections
from tests.support.runner import look
from tests.support.scripts import Script

EVERY = detected()

REVEALS = {
    "GL101": "what NumPy computed is now the framework's, and judged as such",
    "GL305": "what stays a leaf keeps its gradient from pass to pass, and perhaps nobody clears it",
    "GL401": "what was detached once for all is also turned into NumPy, and needs its own detach there",
    "GL404": "eigh has a derivative, but not where two eigenvalues are equal",
    "GL606": "the break that was hidden shows",
}
"""Rules whose fix may bring another finding to light: `--fix` and editors then leave it."""


_NEVER_WRITTEN = "holds memory that nobody has written to before the line that raises"
EXCUSED: dict[str, tuple[str, str]] = {
    "GL203/torch/inplace-saved-result-4": (
        "value",
        "a copy is written to, so that the first tensor keeps its content",
    ),
    "GL205-1": ("value", _NEVER_WRITTEN),
    "GL201/torch/inplace-leaf-method": ("value", _NEVER_WRITTEN),
    "GL205/torch/out-arg-requires-grad": ("value", _NEVER_WRITTEN),
    "GL201/torch/inplace-leaf-method-3": ("value", _NEVER_WRITTEN),
    "GL201/torch/inplace-flag-leaf-3": ("gradient", "starts where its loss is 0, and so is every gradient"),
    "GL205/torch/out-arg-requires-grad-3": ("value", _NEVER_WRITTEN),
    "GL205/torch/out-arg-requires-grad-4": ("value", _NEVER_WRITTEN),
    "GL308/tensorflow/untracked-tf-variable-4": (
        "value",
        "the list of weights is longer by the one that was missing",
    ),
}
"""Programs that cannot be judged: which objection has to be passed over, and why."""


@dataclass(frozen=True)
class Trial:
    """A program with some of its fixes made."""

    what: str
    codes: frozenset[str]
    source: str
    is_safe: bool
    left: tuple[Finding, ...]
    """What is found in it."""


@lru_cache(maxsize=64)
def found(source: str) -> tuple[Finding, ...]:
    return tuple(findings_in(python_unit(source, "script.py"), EVERY))


def lint(data: bytes) -> tuple[tuple[Finding, ...], Unit]:
    unit = python_unit(data, "script.py")
    return found(unit.text), unit


def level(finding: Finding) -> str:
    return finding.fix.applicability if finding.fix is not None else "none"


def trials(script: Script) -> Iterator[Trial]:
    """Each fix alone, and all safe ones together: made by the machinery that makes them for users."""
    findings = [one for one in found(script.source) if level(one) in ("safe", "unsafe")]
    for finding in findings:
        where = f"{finding.code} in line {finding.span.start.row}"
        yield from _trial(script, f"{level(finding)} {where}", level(finding) == "safe", _only(finding))
    if sum(level(one) == "safe" for one in findings) > 1:
        yield from _trial(script, "all safe", True, lambda one: level(one) == "safe")


def _only(finding: Finding) -> Callable[[Finding], bool]:
    return lambda one: one == finding


def _trial(script: Script, what: str, is_safe: bool, wanted: Callable[[Finding], bool]) -> Iterator[Trial]:
    done = fix_file(script.source.encode(), lint, wanted)
    if done.fixed:
        codes = frozenset(one.code for one in done.fixed)
        yield Trial(what, codes, done.data.decode(), is_safe, done.left)


def judged(script: Script) -> Iterator[tuple[Trial, list[Objection]]]:
    """All that is wrong with each fix of a script."""
    made = list(trials(script))
    if not made:
        return
    before = look(script.framework, plainly(script.source))
    catches = any(isinstance(node, ast.Try) for node in ast.walk(ast.parse(script.source)))
    for trial in made:
        after = look(script.framework, plainly(trial.source))
        if not trial.is_safe:
            yield trial, broken_names(before, after)
            continue
        keeps = not any(catalog.rule(code).changes for code in trial.codes)
        spoken_of = [one for one in trial.left if one.severity is not Severity.INFO]
        wrong = [*_read_again(script, trial), *objections(before, after, keeps, not spoken_of, catches)]
        yield trial, [one for one in wrong if one.kind != EXCUSED.get(script.name, ("", ""))[0]]


def _read_again(script: Script, trial: Trial) -> Iterator[Objection]:
    """What shows without running it: a new finding, or a framework that was not there."""
    new = _speaks(trial.left) - _speaks(found(script.source))
    if new and not trial.codes & REVEALS.keys():
        yield Objection("finding", f"brings {', '.join(sorted(new))}")
    if added := _roots(trial.source) - _roots(script.source):
        yield Objection("import", f"needs {', '.join(sorted(added))}")


def _speaks(findings: tuple[Finding, ...]) -> Counter[str]:
    return Counter(one.code for one in findings if one.severity is not Severity.INFO)


def _roots(source: str) -> set[str]:
    found_: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found_ |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found_.add(node.module.partition(".")[0])
    return found_


def plainly(source: str) -> str:
    """A case without what it says about itself: a claim that something is broken fails when it is not."""

    class Forget(ast.NodeTransformer):
        def visit_Assert(self, node: ast.Assert) -> ast.stmt:
            return ast.copy_location(ast.Pass(), node)

        def visit_Raise(self, node: ast.Raise) -> ast.stmt:
            raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            claims = isinstance(raised, ast.Name) and raised.id in ("AssertionError", "SystemExit")
            return ast.copy_location(ast.Pass(), node) if claims else node

    return ast.unparse(Forget().visit(ast.parse(source)))
