"""`match` statements: whether a `case` pattern fits a value, and what its names then stand for."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.fields import field_names
from gradlint.analysis.domain.values import Class, Const, Dictionary, Func, Lib, Method, Ref, Sequence, Value
from gradlint.analysis.interpreter import assignment, narrowing
from gradlint.analysis.interpreter.attributes import attribute
from gradlint.analysis.interpreter.expressions import evaluate
from gradlint.analysis.interpreter.items import item
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.project.syntax import captured

SELF_MATCHING = frozenset(
    f"builtins.{name}" for name in "bool bytearray bytes dict float frozenset int list set str tuple".split()
)
"""`float(x)`: the one pattern inside is for the value itself."""


def fits(machine: Machine, value: Value, pattern: cst.MatchPattern) -> bool | None:
    """True or False where the answer is sure, None where it is not."""
    if isinstance(pattern, cst.MatchAs):
        return True if pattern.pattern is None else fits(machine, value, pattern.pattern)
    if isinstance(pattern, cst.MatchOr):
        found = [fits(machine, value, each.pattern) for each in pattern.patterns]
        return True if True in found else None if None in found else False
    if isinstance(pattern, cst.MatchSingleton):
        return _is(machine, value, evaluate(machine, pattern.value))
    if isinstance(pattern, cst.MatchValue):
        wanted = evaluate(machine, pattern.value)
        if isinstance(value, Const) and isinstance(wanted, Const):
            return bool(value.value == wanted.value)
        return None
    if isinstance(pattern, cst.MatchClass):
        return _of_class(machine, value, pattern)
    if isinstance(pattern, cst.MatchSequence):
        return _sequence(machine, value, pattern)
    if isinstance(pattern, cst.MatchMapping):
        return _mapping(machine, value, pattern)
    return None


def _is(machine: Machine, value: Value, wanted: Value) -> bool | None:
    if isinstance(value, Const) and isinstance(wanted, Const):
        machine.loops.found_none = machine.loops.found_none or value.value is None
        return value.value is wanted.value
    return False if isinstance(value, (Ref, Func, Class, Lib, Method)) else None


def _of_class(machine: Machine, value: Value, pattern: cst.MatchClass) -> bool | None:
    found = narrowing.passes(machine, value, [evaluate(machine, pattern.cls)])
    if found and (pattern.patterns or pattern.kwds):
        inner = [fits(machine, part, each) for part, each in _class_parts(machine, value, pattern)]
        complete = len(inner) == len(pattern.patterns) + len(pattern.kwds)
        return False if False in inner else True if complete and all(inner) else None
    return found


def _sequence(machine: Machine, value: Value, pattern: cst.MatchSequence) -> bool | None:
    thing = machine.load(value)
    if (
        not isinstance(thing, Sequence)
        or thing.kind == "set"
        or thing.items is None
        or thing.rest is not None
    ):
        return None
    parts = _sequence_parts(machine, value, pattern)
    if parts is None:
        return False
    inner = [fits(machine, part, each) for part, each in parts]
    return False if False in inner else None if None in inner else True


def _mapping(machine: Machine, value: Value, pattern: cst.MatchMapping) -> bool | None:
    thing = machine.load(value)
    if not isinstance(thing, Dictionary) or thing.rest is not None:
        return None
    inner: list[bool | None] = []
    for element in pattern.elements:
        key = evaluate(machine, element.key)
        if not isinstance(key, Const):
            return None
        if key.value not in thing.items:
            return False
        inner.append(fits(machine, thing.items[key.value], element.pattern))
    return False if False in inner else None if None in inner else True


# -- the parts that patterns inside a pattern are for ---------------------------------------


def _class_parts(
    machine: Machine, value: Value, pattern: cst.MatchClass
) -> Iterator[tuple[Value, cst.MatchPattern]]:
    wanted = evaluate(machine, pattern.cls)
    if isinstance(wanted, Lib) and wanted.name in SELF_MATCHING and len(pattern.patterns) == 1:
        yield value, pattern.patterns[0].value
    elif isinstance(wanted, Class):
        for name, each in zip(field_names(wanted), pattern.patterns):
            yield attribute(machine, value, name, pattern), each.value
    for named in pattern.kwds:
        yield attribute(machine, value, named.key.value, pattern), named.pattern


def _sequence_parts(
    machine: Machine, value: Value, pattern: cst.MatchSequence
) -> list[tuple[Value, cst.MatchPattern]] | None:
    """Each element with its pattern; None if there are not as many of one as of the other."""
    found, whole = elements_of(machine, value, pattern)
    wanted = [each for each in pattern.patterns]
    star = next((i for i, each in enumerate(wanted) if isinstance(each, cst.MatchStar)), None)
    if star is None:
        after: list[Value] = []
        if not whole or len(found) != len(wanted):
            return None
    else:
        behind = len(wanted) - star - 1
        if not whole or len(found) < len(wanted) - 1:
            return None
        after = found[len(found) - behind :] if behind else []
    before = found[: star if star is not None else len(found)]
    written = [each.value for each in wanted if isinstance(each, cst.MatchSequenceElement)]
    return list(zip([*before, *after], written))


# -- names --------------------------------------------------------------------------------


def bind(machine: Machine, value: Value, pattern: cst.MatchPattern, subject: cst.BaseExpression) -> None:
    """Give the names of a pattern that fits what they stand for."""
    if isinstance(pattern, cst.MatchAs):
        if pattern.pattern is not None:
            bind(machine, value, pattern.pattern, subject)
        if pattern.name is not None:
            assignment.bind(machine, pattern.name, value, subject)
        return
    for name in captured(pattern):
        machine.bind(name, machine.unknown(pattern, ((value, "value"),)))
    if isinstance(pattern, cst.MatchOr):
        possible = [
            each.pattern for each in pattern.patterns if fits(machine, value, each.pattern) is not False
        ]
        if len(possible) == 1:
            bind(machine, value, possible[0], subject)
    elif isinstance(pattern, cst.MatchClass):
        for part, inner in _class_parts(machine, value, pattern):
            bind(machine, part, inner, subject)
    elif isinstance(pattern, cst.MatchSequence):
        for part, inner in _sequence_parts(machine, value, pattern) or ():
            bind(machine, part, inner, subject)
    elif isinstance(pattern, cst.MatchMapping):
        for element in pattern.elements:
            found = item(machine, value, evaluate(machine, element.key), pattern)
            bind(machine, found, element.pattern, subject)


def classes(machine: Machine, pattern: cst.MatchPattern) -> frozenset[str]:
    """The library classes that one pattern, or each of its alternatives, asks for; empty if it asks for more."""
    if isinstance(pattern, cst.MatchAs) and pattern.pattern is not None:
        return classes(machine, pattern.pattern)
    if isinstance(pattern, cst.MatchOr):
        found = [classes(machine, each.pattern) for each in pattern.patterns]
        return frozenset().union(*found) if all(found) else frozenset()
    if isinstance(pattern, cst.MatchClass):
        wanted = evaluate(machine, pattern.cls)
        return frozenset({wanted.name}) if isinstance(wanted, Lib) else frozenset()
    return frozenset()
