"""Records are dataclasses in all that can be seen, and cost nothing before they are used."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys

import pytest

from gradlint.core.model import Position, Severity, Span
from gradlint.core.records import dataclass, field, replace


@dataclass(frozen=True, slots=True, order=True)
class Pair:
    left: int
    right: int = 2
    note: str = field(default="", compare=False, repr=False)


@dataclass(slots=True)
class Bag:
    things: list[int] = field(default_factory=list)

    def total(self) -> int:
        return sum(self.things)


@dataclass(frozen=True)
class Open:
    name: str
    marks: dict[str, int] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True, eq=False)
class Unique:
    name: str


def test_fields_are_given_by_place_by_name_or_not_at_all() -> None:
    assert (Pair(1).left, Pair(1).right) == (1, 2)
    assert Pair(1, right=3) == Pair(1, 3) != Pair(1)
    assert Bag().things is not Bag().things
    assert Bag([1, 2]).total() == 3


def test_what_is_missing_or_too_much_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'left'"):
        Pair()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'middle'"):
        Pair(1, middle=2)  # type: ignore[call-arg]


def test_equal_records_are_one_in_a_set() -> None:
    assert {Pair(1), Pair(1, 2), Pair(1, note="other")} == {Pair(1)}
    assert len({Open("x", {"a": 1}), Open("x", {"a": 1})}) == 1
    assert Pair(1) != (1, 2, "")
    assert Unique("x") != Unique("x")
    with pytest.raises(TypeError, match="unhashable"):
        hash(Bag())


def test_order_is_that_of_the_fields() -> None:
    assert sorted([Pair(2, 1), Pair(1, 9), Pair(1, 3)]) == [Pair(1, 3), Pair(1, 9), Pair(2, 1)]
    with pytest.raises(TypeError):
        Pair(1) < 1  # type: ignore[operator]  # noqa: B015


def test_they_show_themselves() -> None:
    assert repr(Pair(1, note="hidden")) == "Pair(left=1, right=2)"
    assert repr(Span(Position(1, 2), Position(1, 3))).startswith("Span(start=Position(row=1, column=2)")


@pytest.mark.parametrize("record", [Pair(1, 5, "kept"), Bag([1]), Open("x", {"a": 1}), Severity.INFO])
def test_they_travel_between_processes(record: object) -> None:
    assert pickle.loads(pickle.dumps(record)) == record == copy.deepcopy(record)


def test_they_are_dataclasses_to_whoever_asks() -> None:
    assert dataclasses.is_dataclass(Pair)
    assert dataclasses.asdict(Pair(1, 5)) == {"left": 1, "right": 5, "note": ""}
    assert replace(Pair(1), left=7) == dataclasses.replace(Pair(1), left=7) == Pair(7)
    assert [each.name for each in dataclasses.fields(Bag)] == ["things"]
    match Pair(1, 3):
        case Pair(left, right):
            assert (left, right) == (1, 3)


def test_slots_are_all_there_is() -> None:
    assert not hasattr(Pair(1), "__dict__")
    assert vars(Open("x")) == {"name": "x", "marks": {}}


def test_the_model_is_imported_without_the_machinery_of_dataclasses() -> None:
    program = (
        "import sys, gradlint.core.model; sys.exit('inspect' in sys.modules or 'dataclasses' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0
