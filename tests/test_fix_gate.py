"""The gate under all fixes: each is made and executed, and the program is held against what it was.

A safe fix promises that nothing raises which did not raise before, that values stay what they were (unless the
rule says in `[fix]` why they cannot), that no source loses its gradient, that no other finding appears and no other
framework is needed. An unsafe one promises that its names are defined. `python -m tests.fix_table` counts all of
that; the everyday run executes one slice of it, see `conftest.py`.
"""

from __future__ import annotations

import pytest

from gradlint.core import catalog
from gradlint.core.model import Severity
from tests.support.promise import broken_names, objections
from tests.support.scripts import Script, broken, from_the_field, sound
from tests.support.trials import EXCUSED, REVEALS, found, judged, level
from tests.support.witness import Asked, Given, Numbers, Seen

BROKEN = [*broken(), *from_the_field()]
SOUND = list(sound())


def by_name(scripts: list[Script]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("script", scripts, ids=lambda script: script.name)


@by_name(BROKEN)
def test_a_fixed_program_keeps_what_its_fix_promises(script: Script) -> None:
    broken_promises = [
        f"{trial.what}: {objection}\n{trial.source}" for trial, wrong in judged(script) for objection in wrong
    ]
    assert not broken_promises, "\n".join(broken_promises)


@by_name(SOUND)
def test_a_program_that_is_right_is_offered_no_safe_fix(script: Script) -> None:
    offered = [
        one for one in found(script.source) if level(one) == "safe" and one.severity is not Severity.INFO
    ]
    assert not offered, [f"{one.code} in line {one.span.start.row}" for one in offered]


def test_every_excuse_and_every_change_of_values_has_a_reason() -> None:
    names = {script.name for script in BROKEN}
    assert EXCUSED.keys() <= names
    assert all(reason for _, reason in EXCUSED.values())
    assert REVEALS.keys() <= catalog.headings().keys()


# -- the judge itself ---------------------------------------------------------------------


def numbers(*flat: float, dtype: str = "float32") -> Numbers:
    return Numbers(dtype, (len(flat),), flat)


def seen(
    error: str = "", gradient: Numbers | None = None, value: float = 1.0, dtype: str = "float32"
) -> Seen:
    asked = Asked(numbers(value), {"w": Given(numbers(2.0), gradient)})
    held = {"y": numbers(value, dtype=dtype)}
    return Seen(error, held, {"y": (held["y"],)}, (asked,))


SOME = numbers(3.0)


@pytest.mark.parametrize(
    ("before", "after", "kinds"),
    [
        (seen(gradient=SOME), seen(gradient=SOME), []),
        (seen(), seen(gradient=SOME), []),
        (seen(), seen(), ["gradient"]),
        (seen(gradient=SOME), seen(gradient=None), ["gradient", "gradient"]),
        (seen(), seen(gradient=numbers(float("nan"))), ["gradient"]),
        (seen(gradient=SOME), seen(gradient=SOME, value=2.0), ["value", "value"]),
        (seen(gradient=SOME), seen(gradient=SOME, dtype="float64"), ["value"]),
        (seen("RuntimeError: leaf"), seen(gradient=SOME), []),
        (seen("RuntimeError: leaf"), seen("RuntimeError: leaf"), ["raises"]),
        (seen(gradient=SOME), seen("TypeError: no"), ["raises"]),
    ],
)
def test_what_a_safe_fix_is_reproached_with(before: Seen, after: Seen, kinds: list[str]) -> None:
    assert [one.kind for one in objections(before, after, keeps=True, done=True)] == kinds


def test_a_rule_that_has_to_change_values_is_not_reproached_with_it() -> None:
    assert objections(seen(gradient=SOME), seen(gradient=SOME, value=2.0), keeps=False, done=True) == []


def test_an_unsafe_fix_must_not_leave_a_name_undefined() -> None:
    assert broken_names(seen(), seen("ValueError: shapes")) == []
    assert [one.kind for one in broken_names(seen(), seen("builtins.NameError: tf"))] == ["name"]


def test_what_follows_from_a_weight_that_is_trained_at_last_may_change() -> None:
    def after(second: float, loss: float) -> Seen:
        asks = ((2.0, 1.0), (second, loss))
        return Seen("", {}, {}, tuple(Asked(numbers(at), {"w": Given(numbers(w), SOME)}) for w, at in asks))

    stays, moves = after(2.0, 1.0), after(3.0, 5.0)
    assert objections(stays, moves, keeps=True, done=True) == []
    assert [one.kind for one in objections(moves, stays, keeps=True, done=True)] == ["value"]
