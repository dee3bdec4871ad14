"""Which values a format string asks for a number: `%.3f`, `{:>8}`; `%s` and `{!r}` only ask how they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from string import Formatter
from typing import TypeVar

V = TypeVar("V")
_PERCENT = re.compile(r"%(?:\((\w+)\))?([#0\- +]*)(\*|\d+)?(?:\.(\*|\d+))?[hlL]?([diouxXeEfFgGcrsa%])")
_AS_WRITTEN = "rsa"


def numbers_in_percent(template: str, values: Sequence[V]) -> Iterator[V]:
    """Of `template % values` those that have to be numbers; by position, as far as there are positions."""
    position = 0
    for each in _PERCENT.finditer(template):
        if each[5] == "%":
            continue
        stars = (each[3] == "*") + (each[4] == "*")
        yield from values[position : position + stars]
        position += stars
        if each[1] is None and each[5] not in _AS_WRITTEN:
            yield from values[position : position + 1]
        position += 1


def formatted_with_spec(template: str, values: Sequence[V], named: Mapping[str, V]) -> Iterator[V]:
    """Of `template.format(*values, **named)` those that are given a specification, and not as they are written."""
    position = 0
    try:
        parts = list(Formatter().parse(template))
    except ValueError:
        return
    for _, field, spec, conversion in parts:
        if field is None:
            continue
        if not field:
            field, position = str(position), position + 1
        if not spec or conversion or not re.fullmatch(r"\w+", field):
            continue
        if field in named:
            yield named[field]
        elif field.isdecimal() and int(field) < len(values):
            yield values[int(field)]
