"""Hand-written gradients in runtime mode: which files have any, the job that executes them, what it shows."""

from __future__ import annotations

import ast
import math
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from gradlint.confirm.options import Options
from gradlint.confirm.plan import project_of
from gradlint.confirm.verdicts import Answer, verdict_of
from gradlint.model import Finding, Framework, Label, Severity, Span, Verdict, VerdictKind
from gradlint.sources.unit import Unit

Said = Literal["right", "wrong", "raises", "undecided", "surrogate"]
WRONG_GRADIENT = "GL804"
CODES = frozenset({"GL801", "GL802", "GL803", "GL804", "GL805"})
_MAYBE = re.compile(
    r"def\s+\w*(?:grad|backward|bwd|vjp|prime|deriv|back\b|der\b)\w*\s*\(|def\s+d_?\w+\s*\(|custom_(?:vjp|jvp|gradient)|"
    r"\b(?:deriv|derivative|derive|prime)\s*=\s*False|def\s+\w*(?:numer|finite|diff|check)\w*\s*\(",
    re.IGNORECASE,
)
_PROMISES = (
    ("kept as an attribute", "kept"),
    ("without mark_dirty", "unmarked"),
    ("leaves autograd", "second"),
)
"""By which words a GL803 finding speaks of which promise of a torch.autograd.Function."""
_NUMBERS = (("integers", "integers"), ("float32", "float32"))
"""The same for GL805 and the kind of array that shows it."""


@dataclass(frozen=True, slots=True)
class PairOutcome:
    """What executing one formula and its hand-written gradient showed."""

    forward: str
    gradient: str
    kind: str
    """How it is written: `function`, `flag`, `method`, `layer`, `torch`, `tensorflow`, `jax` or `difference`."""
    framework: Framework
    verdict: Said
    row: int
    """The row of the unit where the gradient is defined."""
    rows: tuple[int, int]
    """First and last row of what was written for this gradient."""
    place: tuple[int, int, int, int] | None = None
    """Where the gradient is computed, if it is wrong."""
    input: str = ""
    guess: str = ""
    found: tuple[float, ...] = ()
    expected: tuple[float, ...] = ()
    relative: float | None = None
    """The largest error relative to the largest number of the right gradient."""
    shapes: tuple[str, ...] = ()
    reason: str = ""
    note: str = ""
    error: str = ""
    checks: tuple[tuple[str, bool, str], ...] = ()
    """Promises and other arrays that were tried: the name, whether it is broken, what was seen."""
    script: str | None = None

    @property
    def is_verified(self) -> bool:
        return self.verdict == "right"

    @property
    def is_broken(self) -> bool:
        return self.verdict in ("wrong", "raises")

    def described(self) -> str:
        """One line for a list of what was checked."""
        error = f", largest relative error {self.relative:.1e}" if self.relative is not None else ""
        return f"{self.forward} / {self.gradient}{error}"

    def evidence(self) -> tuple[str, ...]:
        """The lines with the numbers."""
        lines: list[str] = []
        if self.error:
            lines.append(f"as written: raises {self.error}")
        elif self.found:
            of = f" for {self.input}" if self.input else ""
            lines.append(f"as written: gradient{of} = {_numbers(self.found)}")
            lines.append(f"central differences: {_numbers(self.expected)}")
        if self.guess and self.is_broken:
            lines.append(f"likely: {self.guess}")
        if self.note:
            lines.append(self.note)
        return tuple(lines)


def _numbers(values: Sequence[float]) -> str:
    return "[" + ", ".join(f"{each:.6g}" for each in values[:4]) + (", ...]" if len(values) > 4 else "]")


# -- the job -------------------------------------------------------------------------------


def may_have_gradients(text: str) -> bool:
    """Whether a unit can hold anything to check: most cannot, and cost one search."""
    return _MAYBE.search(text) is not None


def pairs_job(unit: Unit, options: Options, number: int = 0, seed: int = 0) -> dict[str, Any] | None:
    """The job that executes a unit's hand-written gradients; None if it has none."""
    if not may_have_gradients(unit.text):
        return None
    from gradlint.confirm.runner.pairs.differing import differencing
    from gradlint.confirm.runner.pairs.discover import candidates

    try:
        tree = ast.parse(unit.text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    found = candidates(tree)
    if not found and not any(True for _ in differencing(tree)):
        return None
    package, roots = project_of(unit.path)
    return {
        "id": f"pairs-{number}",
        "task": "pairs",
        "framework": _framework(tree, {each.kind for each in found}),
        "code": WRONG_GRADIENT,
        "source": unit.text,
        "fixed": None,
        "kind": unit.kind,
        "filename": os.path.abspath(unit.path),
        "cut": [],
        "enters": [],
        "asked": [],
        "names": [],
        "package": package,
        "roots": roots,
        "device": options.device,
        "seconds": options.seconds,
        "memory_mb": options.memory_mb,
        "seed": seed,
    }


def _framework(tree: ast.Module, kinds: set[str]) -> Framework:
    """The framework whose process executes the unit: that of its rules, else whichever it imports."""
    imported: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            imported.add(node.module.partition(".")[0])
    names: tuple[Framework, ...] = ("torch", "tensorflow", "jax")
    for name in names:
        if name in kinds:
            return name
    return next((name for name in names if name in imported), "numpy")


# -- reading the report ----------------------------------------------------------------------


def outcomes_of(report: dict[str, Any] | None) -> tuple[PairOutcome, ...]:
    """The outcomes in a report. It was made beside foreign code: what has not the right form is left out."""
    entries = report.get("pairs") if isinstance(report, dict) else None
    found = (
        [_outcome(each) for each in entries if isinstance(each, dict)] if isinstance(entries, list) else []
    )
    return tuple(each for each in found if each is not None)


def _outcome(entry: dict[str, Any]) -> PairOutcome | None:
    row, rows = entry.get("row"), entry.get("range")
    verdict, backend = entry.get("verdict"), entry.get("backend")
    if not isinstance(row, int) or verdict not in get_args(Said) or backend not in get_args(Framework):
        return None
    if not (isinstance(rows, list) and len(rows) == 2 and all(isinstance(each, int) for each in rows)):
        rows = [row, row]
    relative = entry.get("relative")
    script = entry.get("script")
    return PairOutcome(
        forward=_text(entry.get("forward")),
        gradient=_text(entry.get("gradient")),
        kind=_text(entry.get("kind")),
        framework=backend,
        verdict=verdict,
        row=row,
        rows=(rows[0], rows[1]),
        place=_place(entry.get("place")),
        input=_text(entry.get("input")),
        guess=_text(entry.get("guess")),
        found=_floats(entry.get("found")),
        expected=_floats(entry.get("expected")),
        relative=float(relative) if isinstance(relative, (int, float)) and math.isfinite(relative) else None,
        shapes=_shapes(entry.get("inputs")),
        reason=_text(entry.get("reason")),
        note=_text(entry.get("note")),
        error=_error(entry.get("error")),
        checks=tuple(_checks(entry.get("checks"))),
        script=script if isinstance(script, str) else None,
    )


def _text(value: object) -> str:
    return " ".join(value.split())[:400] if isinstance(value, str) else ""


def _floats(value: object) -> tuple[float, ...]:
    if not isinstance(value, list):
        return ()
    return tuple(float(each) for each in value[:8] if isinstance(each, (int, float)))


def _place(value: object) -> tuple[int, int, int, int] | None:
    if isinstance(value, list) and len(value) == 4 and all(isinstance(each, int) for each in value):
        return (value[0], value[1], value[2], value[3])
    return None


def _shapes(value: object) -> tuple[str, ...]:
    if not isinstance(value, dict):
        return ()
    return tuple(f"{_text(name)}: {_text(text)}" for name, text in value.items())


def _error(value: object) -> str:
    if not isinstance(value, dict):
        return ""
    return f"{_text(value.get('type'))}: {_text(value.get('message'))}"


def _checks(value: object) -> Iterator[tuple[str, bool, str]]:
    for name, seen in value.items() if isinstance(value, dict) else ():
        if not isinstance(seen, dict):
            continue
        if "broken" in seen:
            yield _text(name), bool(seen["broken"]), _text(seen.get("evidence"))
        else:
            said = f"{_text(name)}: {_numbers(_floats(seen.get('found')))} for {_numbers(_floats(seen.get('expected')))}"
            yield _text(name), not seen.get("right"), said


# -- verdicts ------------------------------------------------------------------------------


def judged(findings: Sequence[Finding], unit: Unit, answer: Answer) -> tuple[Finding, ...]:
    """The findings of a unit with what its pairs showed, and those that only executing could find."""
    outcomes = outcomes_of(answer.report) if answer.end == "reported" else ()
    base = replace(verdict_of_pairs(answer), kind="not-run")
    made = [_with_verdict(finding, unit, outcomes, answer, base) for finding in findings]
    spoken = [unit.place(one.span) for one in made if one.code in CODES and _is_confirmed(one)]
    for outcome in outcomes:
        taken = any(place is not None and outcome.rows[0] <= place[0] <= outcome.rows[1] for place in spoken)
        if outcome.is_broken and outcome.kind != "difference" and not taken:
            made.append(_new_finding(unit, outcome, base))
    return tuple(sorted(made, key=lambda one: one.sort_key))


def verdict_of_pairs(answer: Answer) -> Verdict:
    """What is the same for all pairs of one execution: the level, the device, the layers of the sandbox."""
    if answer.end != "reported" or answer.report is None:
        return verdict_of(answer)
    report = answer.report
    skipped = report.get("skipped")
    left_out = [f"left out: {_text(each)}" for each in skipped] if isinstance(skipped, list) else []
    return Verdict(
        "inconclusive", "", level="pair", device=_text(report.get("device")) or "cpu",
        isolation=tuple(answer.layers.items()), repairs=tuple(left_out[:8]), seconds=answer.wall_seconds,
    )  # fmt: skip


def _is_confirmed(finding: Finding) -> bool:
    return finding.verdict is not None and finding.verdict.kind == "confirmed"


def _with_verdict(
    finding: Finding, unit: Unit, outcomes: Sequence[PairOutcome], answer: Answer, base: Verdict
) -> Finding:
    place = unit.place(finding.span)
    if finding.code not in CODES or place is None or _is_confirmed(finding):
        return finding
    around = [each for each in outcomes if each.rows[0] <= place[0] <= each.rows[1]]
    verdict = next((made for each in around if (made := _verdict(finding, each, base)) is not None), None)
    verdict = verdict or _raised_here(place[0], answer, base)
    if verdict is None or (finding.verdict is not None and verdict.kind not in ("confirmed", "refuted")):
        return finding
    severity = (
        Severity.ERROR if finding.code == WRONG_GRADIENT and verdict.kind == "confirmed" else finding.severity
    )
    return replace(finding, verdict=verdict, severity=severity)


def _verdict(finding: Finding, outcome: PairOutcome, base: Verdict) -> Verdict | None:
    """What the outcome says about a finding of the static rules."""
    if (outcome.kind == "difference") != (finding.code == "GL805"):
        return None
    words = _PROMISES if finding.code == "GL803" else _NUMBERS if finding.code == "GL805" else ()
    wanted = next((name for word, name in words if word in finding.message), None)
    if wanted is not None:
        check = next((each for each in outcome.checks if each[0] == wanted), None)
        if check is None:
            return None
        kind: VerdictKind = "confirmed" if check[1] else "refuted"
        return _made(base, kind, check[2], outcome, (check[2],))
    if finding.code == "GL803":
        return None
    kinds: dict[str, VerdictKind] = {"wrong": "confirmed", "raises": "confirmed", "right": "refuted"}
    kind = kinds.get(outcome.verdict, "inconclusive")
    return _made(base, kind, _because(outcome), outcome, outcome.evidence())


def _because(outcome: PairOutcome) -> str:
    name = outcome.gradient
    if outcome.verdict == "right":
        return f"{name} agrees with central differences of {outcome.forward}"
    if outcome.verdict == "wrong":
        return f"{name} disagrees with central differences of {outcome.forward}"
    if outcome.verdict == "raises":
        return f"{name} raises {outcome.error}" if outcome.error else f"{name} raises: {outcome.reason}"
    said = (
        "differs from the derivative on purpose" if outcome.verdict == "surrogate" else "could not be decided"
    )
    return f"{name} {said}: {outcome.reason}" if outcome.reason else f"{name} {said}"


def _made(
    base: Verdict, kind: VerdictKind, reason: str, outcome: PairOutcome, evidence: tuple[str, ...]
) -> Verdict:
    return replace(base, kind=kind, reason=reason, level="pair", evidence=evidence, inputs=outcome.shapes)


def _raised_here(row: int, answer: Answer, base: Verdict) -> Verdict | None:
    """A statement of the program that raised at the finding itself while the unit was executed."""
    errors = answer.report.get("errors") if isinstance(answer.report, dict) else None
    for each in errors if isinstance(errors, list) else ():
        if isinstance(each, dict) and each.get("row") == row and each.get("type") != "TooLong":
            said = f"{_text(each.get('type'))}: {_text(each.get('message'))}"
            return replace(
                base, kind="confirmed", reason=f"the line raises {said}", level="program", evidence=(said,)
            )
    return None


def _new_finding(unit: Unit, outcome: PairOutcome, base: Verdict) -> Finding:
    from gradlint.catalog import headings

    span = _span(unit, outcome)
    verdict = _made(base, "confirmed", _because(outcome), outcome, outcome.evidence())
    of = f" for `{outcome.input}`" if outcome.input else ""
    if outcome.verdict == "raises":
        message = f"the gradient of {outcome.forward} raises {outcome.error or outcome.reason}"
    else:
        message = f"the gradient of {outcome.forward}{of} disagrees with central differences" + (
            f" ({outcome.guess})" if outcome.guess else "")  # fmt: skip
    return Finding(
        code=WRONG_GRADIENT,
        name=headings()[WRONG_GRADIENT].name,
        message=message,
        path=unit.path,
        span=span,
        severity=Severity.ERROR,
        framework=outcome.framework,
        labels=(Label("cut", "does not agree", span),),
        help="derive it again, and compare it with central differences in float64",
        verdict=verdict,
    )


def _span(unit: Unit, outcome: PairOutcome) -> Span:
    row, column, end_row, end_column = outcome.place or (outcome.row, 0, outcome.row, 1)
    if outcome.place is None:
        lines = unit.text.splitlines()
        line = lines[row - 1] if 0 < row <= len(lines) else ""
        column, end_column = len(line) - len(line.lstrip()), max(len(line.rstrip()), 1)
    return unit.span((row, column), (end_row, end_column))
