"""Whether gradlint and a run agree about a program, and the smallest program that shows that they do not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from gradlint.core import catalog
from gradlint.core.model import Finding
from gradlint.engine.config import Configuration
from gradlint.engine.linting import Engine
from tests.differential.programs import Program, Step
from tests.differential.truth import Truth, truth

ABOUT_OTHER_INPUTS = frozenset({"GL701", "GL702", "GL703", "GL704"})
"""These speak about inputs that a program may meet; a run with one input cannot deny them."""
_SAME_TWICE = re.compile(r"\b(\w+) - \1\b")


@dataclass(frozen=True, slots=True)
class Comparison:
    program: Program
    truth: Truth
    findings: tuple[Finding, ...]
    verdict: str
    """"agree", "false alarm", "missed", or why nothing can be said."""

    @property
    def is_disagreement(self) -> bool:
        return self.verdict in ("false alarm", "missed")

    def told(self) -> str:
        rows = [
            f"{each.code} {each.severity.name.lower()} line {each.span.start.row}: {each.message}"
            for each in self.findings
        ]
        facts = ", ".join(f"{name} {outcome}" for name, outcome in self.truth.outcomes.items())
        said = "\n".join(rows) or "gradlint says nothing"
        error = f" (line {self.truth.line}: {self.truth.error})" if self.truth.error else ""
        return f"{self.verdict}: {facts}{error}\n{said}\n{self.program.text()}"


class Comparer:
    def __init__(self) -> None:
        rules = catalog.headings()
        self._engine = Engine(Configuration(rules, {}, None, isolated=True), rules)

    def compare(self, program: Program) -> Comparison:
        found = tuple(
            each
            for each in self._engine.lint_source(program.text().encode(), "generated.py").findings
            if each.code not in ABOUT_OTHER_INPUTS
        )
        seen = truth(program)
        verdict = _verdict(program, seen, found)
        if verdict == "false alarm" and not all(truth(other).is_sound for other in program.elsewhere()):
            verdict = "agree"
        return Comparison(program, seen, found, verdict)

    def reduced(self, comparison: Comparison) -> Comparison:
        """The same disagreement in a program with fewer steps."""
        best = comparison
        while (smaller := next(self._smaller(best), None)) is not None:
            best = smaller
        return best

    def _smaller(self, comparison: Comparison) -> Iterator[Comparison]:
        for program in _simpler(comparison.program):
            tried = self.compare(program)
            if tried.verdict == comparison.verdict and _same_kind(tried.truth, comparison.truth):
                yield tried


def _same_kind(one: Truth, other: Truth) -> bool:
    return one.error.partition(":")[0] == other.error.partition(":")[0]


def _verdict(program: Program, seen: Truth, found: tuple[Finding, ...]) -> str:
    if not seen.is_clear:
        return "unclear: a jump or an infinite value"
    if seen.is_sound:
        if found and all(_says_zero(program, each) for each in found):
            return "said: a term trains nothing, as its derivative does"
        return "false alarm" if found else "agree"
    if found:
        return "agree"
    return next((reason for reason, holds in _MEANT if holds(program, seen)), "missed")


def _says_zero(program: Program, finding: Finding) -> bool:
    """A step function, or a difference of one and the same, trains nothing: that is its derivative, and is said."""
    if finding.code == "GL403":
        return "flat" in program.traits
    return finding.code == "GL411" and _SAME_TWICE.search(program.text()) is not None


def _stops_a_part(program: Program, seen: Truth) -> bool:
    """A gradient that is stopped in so many words may be stopped on purpose, as long as something still learns."""
    stopped = program.traits & {"stop", "pause"} or ".data" in program.text()
    return bool(stopped) and "raises" not in seen.outcomes.values() and _something_learns(seen)


def _something_learns(seen: Truth) -> bool:
    return any(each in ("right", "wrong") for each in seen.outcomes.values())


def _weighs(program: Program, seen: Truth) -> bool:
    """A number that is taken out of one value to weigh another may be meant as a number, if both still learn."""
    return "weight" in program.traits and set(seen.outcomes.values()) <= {"right", "wrong"}


def _hangs_on_a_branch(program: Program, seen: Truth) -> bool:
    """What raises on one side of a test that only a run decides is not reported."""
    return "branch" in program.traits and "raises" in seen.outcomes.values()


def _cancels(program: Program, seen: Truth) -> bool:
    """The paths that are left cancel each other: nothing is lost that the values do not take away."""
    return bool(program.traits & {"stop", "pause"}) and set(seen.outcomes.values()) <= {
        "right",
        "wrong",
        "zero",
    }


def _is_flat_and_raises(program: Program, seen: Truth) -> bool:
    """The result of a rounding still requires grad: it refuses to become an array, although no gradient is lost."""
    return "flat" in program.traits and "Can't call numpy()" in seen.error


_MEANT: tuple[tuple[str, Callable[[Program, Truth], bool]], ...] = (
    ("meant: a part is stopped by name", _stops_a_part),
    ("meant: a number weighs another value", _weighs),
    ("undecided: it hangs on a branch", _hangs_on_a_branch),
    ("nothing left: the other paths cancel", _cancels),
    ("visible: a rounded tensor refuses to become an array", _is_flat_and_raises),
)
"""Why gradlint is silent on purpose, in this order."""


def _simpler(program: Program) -> Iterator[Program]:
    for number, step in enumerate(program.steps):
        others = (program.steps[:number], program.steps[number + 1 :])
        yield replace(program, steps=others[0] + others[1])
        for lines in _shorter(step):
            yield replace(program, steps=(*others[0], replace(step, lines=lines), *others[1]))
    for term in program.loss.split(" + "):
        if term != program.loss:
            yield replace(program, loss=term)
    used = "\n".join(program.body())
    kept = tuple(helper for helper in program.helpers if helper[0].split("(")[0][4:] in used)
    if kept != program.helpers:
        yield replace(program, helpers=kept)
    if program.layout != program.dialect.layouts[0]:
        yield replace(program, layout=program.dialect.layouts[0])


def _shorter(step: Step) -> Iterator[tuple[str, ...]]:
    """A binding becomes a copy of one of the names it reads."""
    name, equals, value = step.lines[0].partition(" = ")
    if len(step.lines) != 1 or not equals or value.isidentifier():
        return
    words = {
        word for word in value.replace("(", " ").replace(")", " ").replace(",", " ").replace(".", " ").split()
    }
    for word in sorted(words):
        if word in ("a", "b", "c") or (word[0] == "v" and word[1:].isdigit()):
            yield (f"{name} = {word}",)
