"""What a fix promises, held against what the program was and is: pure data and arithmetic."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from tests.support.witness import Given, Numbers, Seen

Kind = Literal["raises", "name", "value", "gradient", "finding", "import"]
RELATIVE = 1e-4
ABSOLUTE = 1e-5
UNDEFINED = ("NameError", "UnboundLocalError", "SyntaxError", "ImportError", "ModuleNotFoundError")


@dataclass(frozen=True)
class Objection:
    kind: Kind
    text: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}"


def broken_names(before: Seen, after: Seen) -> list[Objection]:
    """The least that any fix owes: what it writes is defined."""
    kind = after.error.partition(":")[0].rpartition(".")[2]
    new = kind in UNDEFINED and after.error != before.error
    return [Objection("name", after.error)] if new else []


def objections(before: Seen, after: Seen, keeps: bool, done: bool, catches: bool = False) -> list[Objection]:
    """Why the fixed program is not what a safe fix promises.

    `keeps`: the values stay what they were. `done`: nothing is left to find, so there is a gradient. Not for every
    source: a bias may drop out, and what is not used in this run gets none. `catches`: the program catches what it
    raises, and may get further now.
    """
    raised = list(_raised(before, after, done))
    if raised:
        return raised
    values = list(_values(before, after, bool(before.error) or catches)) if keeps else []
    return [*values, *_gradients(before, after, done)]


def _raised(before: Seen, after: Seen, done: bool) -> list[Objection]:
    if not after.error:
        return []
    if not before.error:
        return [Objection("raises", f"now {after.error}")]
    if done:
        return [Objection("raises", f"still {after.error}, before {before.error}")]
    return broken_names(before, after)


def _values(before: Seen, after: Seen, in_part: bool) -> list[Objection]:
    found: list[Objection] = []
    if in_part:  # how far it came: what it had bound by then
        for name, bound in before.bound.items():
            for one, other in zip(bound, after.bound.get(name, ())):
                if difference := _difference(one, other):
                    found.append(Objection("value", f"{name} {difference}"))
                    break
        return found
    for name, one in before.held.items():
        other = after.held.get(name)
        if other is not None and (difference := _difference(one, other)):
            found.append(Objection("value", f"{name} {difference}"))
    first: dict[str, Numbers] = {}
    for number, (mine, theirs) in enumerate(zip(before.asks, after.asks), 1):
        if _moves_now(first, mine.given, theirs.given):
            break  # a weight that no step has changed is trained: what comes later follows from that
        first = {**{label: each.value for label, each in mine.given.items()}, **first}
        if mine.target is not None and theirs.target is not None:
            if difference := _difference(mine.target, theirs.target):
                found.append(Objection("value", f"what is differentiated (call {number}) {difference}"))
        if not _same_gradients(mine.given, theirs.given):
            break  # what comes later may follow from that
    return found


def _moves_now(first: dict[str, Numbers], mine: dict[str, Given], theirs: dict[str, Given]) -> bool:
    """Whether something that has stayed what it was at first is something else in the program with the fix."""
    return any(
        label in theirs
        and not _difference(first[label], mine[label].value)
        and bool(_difference(first[label], theirs[label].value))
        for label in first.keys() & mine.keys()
    )


def _same_gradients(one: dict[str, Given], other: dict[str, Given]) -> bool:
    def same(mine: Numbers | None, theirs: Numbers | None) -> bool:
        if mine is None or theirs is None:
            return mine is theirs
        return not _difference(mine, theirs)

    return one.keys() == other.keys() and all(
        same(one[label].gradient, other[label].gradient) and same(one[label].value, other[label].value)
        for label in one
    )


def _difference(one: Numbers, other: Numbers) -> str:
    if one.dtype != other.dtype and "python" not in (one.dtype, other.dtype):
        return f"was {one.dtype}, is {other.dtype}"
    if one.shape != other.shape:
        return f"had shape {one.shape}, has {other.shape}"
    for had, has in zip(one.flat, other.flat):
        if not _close(had, has):
            return f"was {had:.6g}, is {has:.6g}"
    return ""


def _close(one: float, other: float) -> bool:
    if math.isnan(one) or math.isinf(one):
        return True  # there was no value to keep
    return math.isclose(one, other, rel_tol=RELATIVE, abs_tol=ABSOLUTE)


def _gradients(before: Seen, after: Seen, done: bool) -> list[Objection]:
    had, has = _states(before), _states(after)
    found = [
        Objection("gradient", f"{label} had a gradient and has none")
        for label, states in had.items()
        if "there" in states and label in has and not has[label] & {"there", "infinite"}
    ]
    for label, states in has.items():
        if "infinite" in states and "infinite" not in had.get(label, set()):
            found.append(Objection("gradient", f"the gradient of {label} is not finite"))
    if had and not has:
        found.append(Objection("gradient", "no gradient is requested any more"))
    elif done and has and not any(states & {"there", "infinite"} for states in has.values()):
        found.append(Objection("gradient", "no source is given a gradient"))
    return found


def _states(seen: Seen) -> dict[str, set[str]]:
    states: dict[str, set[str]] = {}
    for ask in seen.asks:
        for label, given in ask.given.items():
            states.setdefault(label, set()).add(given.state)
    return states
