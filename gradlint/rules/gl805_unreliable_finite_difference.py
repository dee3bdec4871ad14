"""GL805: A numerical gradient that cannot be trusted as a check."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import libcst as cst

from gradlint.analysis.domain.facts import Handwritten, Mistake
from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench, method
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.handwritten import Words, certainty, drafts, made
from gradlint.rules.shared.patch import Change, Patch

# -- GL805 --------------------------------------------------------------------------------


def _same_point(fact: Handwritten) -> Words:
    return (
        f"both evaluations see the same array ({' and '.join(fact.names)}): the difference is zero",
        "the same memory, not a copy",
        "perturb copies: w.copy() in NumPy, w.clone() in torch, copy.deepcopy for a dictionary of arrays",
    )


def _unrestored(fact: Handwritten) -> Words:
    return (
        f"`{fact.detail}` is changed in a loop and never restored: "
        "the later differences are taken at another point",
        "changed here",
        "restore the element after the evaluations, or perturb a copy",
    )


def _integer_step(fact: Handwritten) -> Words:
    name = f"`{fact.detail}` holds integers" if fact.detail else "the array holds integers"
    return (
        f"{name}: the step is truncated to zero, and so is the difference",
        "truncated here",
        "convert the array to floating point first: np.asarray(w, dtype=np.float64)",
    )


def _small_step(fact: Handwritten) -> Words:
    return (
        f"a step of {fact.detail} in float32 is below what the difference can resolve: "
        "few or no digits are correct",
        "too small for float32",
        "compute in float64, or take a step of about 1e-2 to 1e-3",
    )


def _one_sided(fact: Handwritten) -> Words:
    return (
        "a one-sided difference has an error proportional to the step",
        "one-sided",
        "use the central difference (f(x + h) - f(x - h)) / (2 * h)",
    )


def _difference_severity(fact: Handwritten) -> Severity:
    return Severity.INFO if fact.kind == "one-sided" else certainty(fact)


def detect(program: Program) -> Iterator[Draft]:
    wording: dict[Mistake, Callable[[Handwritten], Words]] = {
        "same-point": _same_point,
        "unrestored": _unrestored,
        "integer-step": _integer_step,
        "small-step": _small_step,
        "one-sided": _one_sided,
    }
    return drafts(program, wording, _difference_severity)


def _copied(bench: Bench, fact: Handwritten) -> Patch | None:
    """Both points get memory of their own."""
    names = fact.names
    changes: list[Change | None] = []
    for node in walk(bench.text.function(bench.node)):
        if not isinstance(node, cst.Assign) or not isinstance(node.targets[0].target, cst.Name):
            continue
        if node.targets[0].target.value not in names:
            continue
        value, found = node.value, method(node.value)
        if isinstance(value, cst.Name):
            changes.append(Change(*bench.text.span(value), f"{value.value}.copy()"))
        elif found is not None and found[1] in ("detach", "view", "reshape"):
            end = bench.text.span(value)[1]
            changes.append(Change(end, end, ".clone()"))
        else:
            return None
    return bench.patch("Perturb copies", "unsafe", changes) if changes else None


def _floating(bench: Bench, fact: Handwritten) -> Patch | None:
    """The parameter of the function as floating-point numbers, before anything else."""
    function = bench.text.function(bench.node)
    line = bench.text.alone(bench.node)
    statement = line.body[0] if line is not None else None
    target = statement.target if isinstance(statement, cst.AugAssign) else None
    if isinstance(statement, cst.Assign):
        target = statement.targets[0].target
    base = target.value if isinstance(target, cst.Subscript) else None
    if not isinstance(function, cst.FunctionDef) or not isinstance(base, cst.Name):
        return None
    parameters = [each.name.value for each in function.params.params]
    first = function.body.body[0] if isinstance(function.body, cst.IndentedBlock) else None
    asarray, kind = bench.name("numpy.array"), bench.name("numpy.float64")
    root = base.value if base.value in parameters else _copied_from(function, base.value, parameters)
    if root is None or first is None or asarray is None:
        return None
    change = bench.before(first, f"{root} = {asarray}({root}, dtype={kind})")
    return bench.patch("Compute in floating point", "unsafe", [change])


def _copied_from(function: cst.FunctionDef, name: str, parameters: list[str]) -> str | None:
    """The parameter that an array was copied from or made like."""
    for node in walk(function.body):
        if isinstance(node, cst.Assign) and isinstance(node.targets[0].target, cst.Name):
            if node.targets[0].target.value == name:
                found = [each.value for each in walk(node.value) if isinstance(each, cst.Name)]
                return next((each for each in found if each in parameters), None)
    return None


def _larger_step(bench: Bench, fact: Handwritten) -> Patch | None:
    node = bench.node
    value = node.default if isinstance(node, cst.Param) else node
    numbers = [each for each in walk(value) if isinstance(each, cst.Float)] if value is not None else []
    if len(numbers) != 1:
        return None
    return bench.patch("Take a larger step", "unsafe", [bench.replace(numbers[0], "1e-3")])


def fix(bench: Bench) -> Patch | None:
    return made(bench, {"same-point": _copied, "integer-step": _floating, "small-step": _larger_step})
