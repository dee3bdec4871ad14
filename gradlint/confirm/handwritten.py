"""Hand-written gradients in runtime mode: which files have any, the job that executes them, what it shows."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gradlint.confirm.expectation import expectation_of, predicted
from gradlint.confirm.options import Options
from gradlint.confirm.outcomes import PairOutcome, outcomes_of, text_of
from gradlint.confirm.plan import surroundings
from gradlint.confirm.runner.execute.errors import FAMILIES
from gradlint.confirm.runner.execute.expectation import Shows
from gradlint.confirm.verdicts import Answer, verdict_of
from gradlint.core.model import Finding, Framework, Label, Severity, Span, Verdict, VerdictKind
from gradlint.sources.unit import Unit

WRONG_GRADIENT = "GL804"
"""The rule that is reported where only executing a gradient shows that it is wrong."""
WRONG_COUNT = "GL801"
"""The rule about how many gradients are returned, of which the frameworks themselves complain."""
BY_HAND: frozenset[Shows] = frozenset(
    {"wrong-count", "ignored-upstream", "broken-promise", "wrong-derivative", "difference"}
)
"""What is wrong with gradients that are written by hand."""
_MAYBE = re.compile(
    r"def\s+\w*(?:grad|backward|bwd|vjp|prime|deriv|back\b|der\b)\w*\s*\(|def\s+d_?\w+\s*\(|custom_(?:vjp|jvp|gradient)|"
    r"\b(?:deriv|derivative|derive|prime)\s*=\s*False|def\s+\w*(?:numer|finite|diff|check)\w*\s*\(|"
    r"/\s*\(?\s*(?:2(?:\.0?)?\s*\*\s*)?(?:h|eps|epsilon|delta|step)\b",
    re.IGNORECASE,
)
_CHECKED_BY = {
    "kept": "kept",
    "unmarked-write": "unmarked",
    "first-order": "second",
    "integer-step": "integers",
    "small-step": "float32",
}
"""Which check shows which mistake: a promise of a torch.autograd.Function, or the arrays of a finite difference."""
_UNUSED = "the upstream gradient is not used"


# -- the job -------------------------------------------------------------------------------


def may_have_gradients(text: str) -> bool:
    """Whether a unit can hold anything to check: most cannot, and cost one search."""
    return _MAYBE.search(text) is not None


def pairs_job(unit: Unit, options: Options, number: int = 0) -> dict[str, Any] | None:
    """The job that executes a unit's hand-written gradients; None if it has none."""
    if not may_have_gradients(unit.text):
        return None
    from gradlint.confirm.runner.pairs.find.discover import candidates
    from gradlint.confirm.runner.pairs.find.finite import takes_differences

    try:
        tree = ast.parse(unit.text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    found = candidates(tree)
    if not found and not takes_differences(tree):
        return None
    return {
        "id": f"pairs-{number}",
        "task": "pairs",
        "framework": _framework(tree, {each.kind for each in found}),
        "predicted": expectation_of(WRONG_GRADIENT),
        "fixed": None,
        "cut": [],
        "enters": [],
        "asked": [],
        "names": [],
        **surroundings(unit, options),
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


# -- verdicts ------------------------------------------------------------------------------


def judged(findings: Sequence[Finding], unit: Unit, answer: Answer) -> tuple[Finding, ...]:
    """The findings of a unit with what its pairs showed, and those that only executing could find."""
    outcomes = outcomes_of(answer.report) if answer.end == "reported" else ()
    base = replace(verdict_of_pairs(answer), kind="not-run")
    made = [_with_verdict(finding, unit, outcomes, answer, base) for finding in findings]
    spoken = [
        unit.place(one.span) for one in made if predicted(one.code).shows in BY_HAND and _is_confirmed(one)
    ]
    for outcome in outcomes:
        taken = any(place is not None and outcome.rows[0] <= place[0] <= outcome.rows[1] for place in spoken)
        if outcome.is_broken and outcome.kind != "difference" and not taken and is_sure(outcome):
            made.append(_new_finding(unit, outcome, base))
    return tuple(sorted(made, key=lambda one: one.sort_key))


def is_faulted(outcome: PairOutcome, findings: Sequence[Finding], unit: Unit) -> bool:
    """Whether something is confirmed in it that the comparison with differences does not see, such as a promise."""
    first, last = outcome.rows
    places = (unit.place(one.span) for one in findings if _is_confirmed(one))
    return any(place is not None and first <= place[0] <= last for place in places)


def is_sure(outcome: PairOutcome) -> bool:
    """Whether a gradient that nobody complained about is certainly wrong.

    What it raises may come of how we called it, unless the framework says what it was given too few of. And a rule of
    a framework that differs from the derivative by a constant factor may scale the gradient on purpose.
    """
    if outcome.verdict == "raises":
        return _is_predicted(WRONG_COUNT, outcome.error or outcome.reason)
    return not (outcome.kind in ("torch", "tensorflow", "jax") and outcome.guess.startswith("factor"))


def _is_predicted(code: str, said: str) -> bool:
    """Whether an exception says what a rule says that it does."""
    return any(re.search(FAMILIES.get(each, each), said) for each in predicted(code).errors)


def verdict_of_pairs(answer: Answer) -> Verdict:
    """What is the same for all pairs of one execution: the level, the device, the layers of the sandbox."""
    if answer.end != "reported" or answer.report is None:
        return verdict_of(answer)
    report = answer.report
    skipped = report.get("skipped")
    left_out = [f"left out: {text_of(each)}" for each in skipped] if isinstance(skipped, list) else []
    return Verdict(
        "inconclusive", "", level="pair", device=text_of(report.get("device")) or "cpu",
        isolation=tuple(answer.layers.items()), repairs=tuple(left_out[:8]), seconds=answer.wall_seconds,
    )  # fmt: skip


def _is_confirmed(finding: Finding) -> bool:
    return finding.verdict is not None and finding.verdict.kind == "confirmed"


def _with_verdict(
    finding: Finding, unit: Unit, outcomes: Sequence[PairOutcome], answer: Answer, base: Verdict
) -> Finding:
    place = unit.place(finding.span)
    if predicted(finding.code).shows not in BY_HAND or place is None or _is_confirmed(finding):
        return finding
    around = [each for each in outcomes if each.rows[0] <= place[0] <= each.rows[1]]
    verdict = next((made for each in around if (made := _verdict(finding, each, base)) is not None), None)
    verdict = verdict or _raised_here(finding.code, place[0], answer, base)
    if verdict is None or (finding.verdict is not None and verdict.kind not in ("confirmed", "refuted")):
        return finding
    severity = (
        Severity.ERROR if finding.code == WRONG_GRADIENT and verdict.kind == "confirmed" else finding.severity
    )
    return replace(finding, verdict=verdict, severity=severity)


def _verdict(finding: Finding, outcome: PairOutcome, base: Verdict) -> Verdict | None:
    """What the outcome says about a finding of the static rules."""
    shows = predicted(finding.code).shows
    if (outcome.kind == "difference") != (shows == "difference"):
        return None
    wanted = _CHECKED_BY.get(finding.form)
    if wanted is not None:
        check = next((each for each in outcome.checks if each[0] == wanted), None)
        if check is None:
            return None
        # What did not show on the inputs that were tried may show on others.
        kind: VerdictKind = "confirmed" if check[1] else "not-reproduced"
        return _made(base, kind, check[2], outcome, (check[2],))
    if shows == "broken-promise":
        return None
    kinds: dict[str, VerdictKind] = {"wrong": "confirmed", "raises": "confirmed", "right": "refuted"}
    kind = kinds.get(outcome.verdict, "inconclusive")
    if outcome.verdict == "raises" and not _is_predicted(finding.code, outcome.error or outcome.reason):
        kind = "inconclusive"
    if shows == "ignored-upstream" and outcome.guess == _UNUSED:
        kind = "confirmed"  # however the rule differs from the derivative, the chain rule holds
    if kind == "refuted" and finding.form == "one-sided":
        kind = "not-reproduced"  # its error is there, and too small to matter on the function that was tried
    return _made(base, kind, _because(outcome), outcome, outcome.evidence())


def _because(outcome: PairOutcome) -> str:
    name = outcome.gradient
    if outcome.kind == "difference" and outcome.relative is not None:
        return f"{name} is off by {outcome.relative:.1e} on {outcome.forward}"
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


def _raised_here(code: str, row: int, answer: Answer, base: Verdict) -> Verdict | None:
    """A statement of the program that raised at the finding itself, and as its rule says, while it was executed."""
    errors = answer.report.get("errors") if isinstance(answer.report, dict) else None
    for each in errors if isinstance(errors, list) else ():
        if isinstance(each, dict) and each.get("row") == row and each.get("type") != "TooLong":
            said = f"{text_of(each.get('type'))}: {text_of(each.get('message'))}"
            if not _is_predicted(code, said):
                continue
            return replace(
                base, kind="confirmed", reason=f"the line raises {said}", level="program", evidence=(said,)
            )
    return None


def _new_finding(unit: Unit, outcome: PairOutcome, base: Verdict) -> Finding:
    from gradlint.core.catalog import headings

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
        labels=(Label("cut", "disagrees with central differences", span),),
        help="derive the gradient again, and compare it with central differences in float64",
        verdict=verdict,
    )


def _span(unit: Unit, outcome: PairOutcome) -> Span:
    row, column, end_row, end_column = outcome.place or (outcome.row, 0, outcome.row, 1)
    if outcome.place is None:
        lines = unit.text.splitlines()
        line = lines[row - 1] if 0 < row <= len(lines) else ""
        column, end_column = len(line) - len(line.lstrip()), max(len(line.rstrip()), 1)
    return unit.span((row, column), (end_row, end_column))
