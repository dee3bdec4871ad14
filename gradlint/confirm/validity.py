"""Whether what came out of the sandbox may be used: its shape, its sizes, and nothing in it that steers a terminal.

A report is made beside code that may be hostile. One that is not valid costs the verdict that it was for, and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from gradlint.confirm.answers import Answer
from gradlint.confirm.runner.process.sandbox import LAYERS
from gradlint.report.screen import Screen

NOT_VALID = "the report was not valid"
LONGEST_TEXT = 1000
LONGEST_SCRIPT = 1 << 20
MOST_TEXTS = 50
_MOST_PARTS = 2000
_DEEPEST = 12
_LARGEST = 1 << 40
_SCRIPTS = frozenset({"script", "fixed_script"})
_SCREEN = Screen()

Check = Callable[[object], bool]


def believed(answer: Answer) -> Answer:
    """The answer with a report that has the right form, or without one; all texts in it can be shown."""
    layers = {name: clean(state) for name, state in answer.layers.items() if name in LAYERS}
    answer = replace(answer, reason=clean(answer.reason), layers=layers)
    if answer.report is None:
        return answer
    try:
        report = _bounded(answer.report, _DEEPEST)
    except (ValueError, RecursionError):
        report = None
    if not _report(report):
        return replace(answer, end="invalid", reason=NOT_VALID, report=None)
    return replace(answer, report=report)


def clean(text: str) -> str:
    """One line of bearable length, with a mark for each character that could steer a terminal."""
    shown = " ".join(text[: 4 * LONGEST_TEXT].split("\n"))
    shown = _SCREEN.clean(shown.replace("\t", " "))
    return shown if len(shown) <= LONGEST_TEXT else f"{shown[:LONGEST_TEXT]}..."


# -- sizes ---------------------------------------------------------------------------------


def _bounded(value: object, depth: int, key: str = "") -> Any:
    """A copy within the limits: texts are cut, a number or a nesting beyond any honest one is an error."""
    if depth == 0:
        raise ValueError("nested too deeply")
    if isinstance(value, str):
        return _script(value) if key in _SCRIPTS else clean(value)
    if isinstance(value, dict):
        parts = list(value.items())[:_MOST_PARTS]
        return {clean(str(name)): _bounded(part, depth - 1, str(name)) for name, part in parts}
    if isinstance(value, list):
        most = MOST_TEXTS if all(map(_text, value)) else _MOST_PARTS
        return [_bounded(part, depth - 1) for part in value[:most]]
    if isinstance(value, int) and abs(value) > _LARGEST:
        raise ValueError("no honest number")
    if value is None or isinstance(value, (bool, int, float)):
        return value
    raise ValueError("no part of a report")


def _script(text: str) -> str:
    """A program is kept as it is, or not at all: half of one is another program."""
    if len(text) > LONGEST_SCRIPT or "\0" in text:
        raise ValueError("no honest program")
    return text


# -- shape ---------------------------------------------------------------------------------


def _text(value: object) -> bool:
    return isinstance(value, str)


def _count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _flag(value: object) -> bool:
    return isinstance(value, bool)


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_text, value))


def _object(value: object) -> bool:
    return isinstance(value, dict)


def _list(value: object) -> bool:
    return isinstance(value, list)


def _list_of(check: Check) -> Check:
    return lambda value: isinstance(value, list) and all(map(check, value))


def _or_none(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _with(known: Mapping[str, Check], required: frozenset[str] = frozenset()) -> Check:
    """An object whose known keys have the right form; others may be there, and are used by nobody."""

    def check(value: object) -> bool:
        return (
            isinstance(value, dict)
            and required <= value.keys()
            and all(test(value[key]) for key, test in known.items() if key in value)
        )

    return check


_ERROR = _with(
    {"type": _text, "message": _text, "text": _text, "row": _or_none(_count)},
    required=frozenset({"type", "text"}),
)
_RUN = _with(
    {
        "end": _text,
        "symptom": _text,
        "reason": _or_none(_text),
        "evidence": _texts,
        "error": _or_none(_ERROR),
        "replay": _or_none(_object),
        "xla": _flag,
        "in_vain": _flag,
        "measured": _flag,
        "hits": _count,
    }
)
_REPORT = {
    "level": _or_none(_text),
    "as_written": _or_none(_RUN),
    "after_fix": _or_none(_RUN),
    "hits": _count,
    "stub_calls": _count,
    "stubs": _texts,
    "repairs": _texts,
    "inputs": _texts,
    "script": _or_none(_text),
    "fixed_script": _or_none(_text),
    "device": _or_none(_text),
    "devices_seen": _texts,
    "versions": lambda value: isinstance(value, dict) and all(map(_text, value.values())),
    "attempts": _list_of(_with({"level": _text, "why": _text}, required=frozenset({"level", "why"}))),
    "unanswered": _or_none(_text),
    "made_up": _text,
    "based": _flag,
    "others": _list_of(
        _with({"code": _text, "rows": _list_of(_count)}, required=frozenset({"code", "rows"}))
    ),
    "hindered": _flag,
    "package": _or_none(_text),
    "roots": _texts,
    "trouble": _or_none(_text),
    "pairs": _list,
    "skipped": _texts,
    "errors": _list,
}
_report = _with(_REPORT, required=frozenset({"level", "trouble"}))
