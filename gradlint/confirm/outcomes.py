"""What executing hand-written gradients showed, read from the report of a child."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeGuard, cast, get_args

from gradlint.core.model import Framework

_MOST_ROWS = 10_000_000
Said = Literal["right", "wrong", "raises", "undecided", "surrogate"]


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
        withheld = f", {self.note}" if self.note.startswith("gives None") else ""
        return f"{self.forward} / {self.gradient}{error}{withheld}"

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
    if not _is_row(row) or verdict not in get_args(Said) or backend not in get_args(Framework):
        return None
    if not (isinstance(rows, list) and len(rows) == 2 and all(map(_is_row, rows))):
        rows = [row, row]
    relative = entry.get("relative")
    script = entry.get("script")
    return PairOutcome(
        forward=text_of(entry.get("forward")),
        gradient=text_of(entry.get("gradient")),
        kind=text_of(entry.get("kind")),
        framework=cast(Framework, backend),
        verdict=cast(Said, verdict),
        row=row,
        rows=(rows[0], rows[1]),
        place=_place(entry.get("place")),
        input=text_of(entry.get("input")),
        guess=text_of(entry.get("guess")),
        found=_floats(entry.get("found")),
        expected=_floats(entry.get("expected")),
        relative=float(relative) if isinstance(relative, (int, float)) and math.isfinite(relative) else None,
        shapes=_shapes(entry.get("inputs")),
        reason=text_of(entry.get("reason")),
        note=text_of(entry.get("note")),
        error=_error(entry.get("error")),
        checks=tuple(_checks(entry.get("checks"))),
        script=script if isinstance(script, str) else None,
    )


def text_of(value: object) -> str:
    return " ".join(value.split())[:400] if isinstance(value, str) else ""


def _floats(value: object) -> tuple[float, ...]:
    if not isinstance(value, list):
        return ()
    return tuple(float(each) for each in value[:8] if isinstance(each, (int, float)))


def _place(value: object) -> tuple[int, int, int, int] | None:
    if isinstance(value, list) and len(value) == 4 and _is_row(value[0]) and _is_row(value[2]):
        row, column, last, end = value
        if row <= last and all(isinstance(each, int) and each >= 0 for each in (column, end)):
            return (row, column, last, end)
    return None


def _is_row(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value < _MOST_ROWS


def _shapes(value: object) -> tuple[str, ...]:
    if not isinstance(value, dict):
        return ()
    return tuple(f"{text_of(name)}: {text_of(text)}" for name, text in value.items())


def _error(value: object) -> str:
    if not isinstance(value, dict):
        return ""
    return f"{text_of(value.get('type'))}: {text_of(value.get('message'))}"


def _checks(value: object) -> Iterator[tuple[str, bool, str]]:
    for name, seen in value.items() if isinstance(value, dict) else ():
        if not isinstance(seen, dict):
            continue
        if "broken" in seen:
            yield text_of(name), bool(seen["broken"]), text_of(seen.get("evidence"))
        else:
            found, expected = _floats(seen.get("found")), _floats(seen.get("expected"))
            yield (
                text_of(name),
                not seen.get("right"),
                f"{text_of(name)}: {_numbers(found)} for {_numbers(expected)}",
            )
