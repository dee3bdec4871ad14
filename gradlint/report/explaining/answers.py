"""The answer to `gradlint explain`, for a terminal, for a program, for an editor and as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gradlint.core.explanation import Explanation
from gradlint.core.model import Label, Role, Span
from gradlint.report.screen import Screen, Style
from gradlint.report.texts import SourceLines

ROLES: dict[Role, str] = {"enters": "enters", "cut": "cut", "asked": "requested", "note": "note"}
_STYLES: dict[Role, Style] = {"enters": "help", "cut": "error", "asked": "info", "note": "frame"}
NOTHING = "Nothing is computed here that gradlint follows."


def as_text(answer: Explanation, texts: SourceLines, screen: Screen) -> Iterator[str]:
    """A paragraph for each value: one sentence, and the lines that it rests on."""
    if not answer.values:
        yield NOTHING
    for number, value in enumerate(answer.values):
        if number:
            yield ""
        yield screen.paint(screen.clean(value.summary), "strong")
        places = [_place(step, answer.path) for step in value.steps]
        width = max(map(len, places), default=0)
        for step, place in zip(value.steps, places):
            role = screen.paint(f"{ROLES[step.role]:<10}", _STYLES[step.role])
            code = (texts(step.path, step.span.cell, step.span.start.row) or "").strip()
            yield f"  {role}{screen.clean(place):<{width}}  {screen.clean(_short(code))}"
            yield f"  {'':<10}{'':<{width}}  {screen.paint(screen.clean(step.message), _STYLES[step.role])}"
    for note in answer.notes:
        yield ""
        yield f"note: {screen.clean(note)}"


def as_markdown(answer: Explanation) -> str:
    """For the hover of an editor."""
    parts = []
    for value in answer.values:
        steps = [f"- **{ROLES[step.role]}**, {_place(step, None)}: {step.message}" for step in value.steps]
        parts.append("\n".join((value.summary, "", *steps)).strip())
    parts += [f"*{note}*" for note in answer.notes]
    return "\n\n".join(parts)


def as_object(answer: Explanation) -> dict[str, Any]:
    """For programs; positions as in the JSON of findings."""
    return {
        "filename": answer.path,
        "question": answer.question,
        "values": [
            {
                "name": value.name.strip("`"),
                "carries": value.carries.replace(" ", "-"),
                "summary": value.summary,
                **_positions(value.span),
                "steps": [
                    {
                        "role": ROLES[step.role],
                        "message": step.message,
                        "filename": step.path or answer.path,
                        **_positions(step.span),
                    }
                    for step in value.steps
                ],
            }
            for value in answer.values
        ],
        "notes": list(answer.notes),
    }


def as_svg(answer: Explanation, texts: SourceLines) -> str:
    from gradlint.report.explaining.picture import picture

    return picture(answer, texts)


def _positions(span: Span) -> dict[str, Any]:
    return {
        "location": {"row": span.start.row, "column": span.start.column},
        "end_location": {"row": span.end.row, "column": span.end.column},
        "cell": span.cell,
    }


def _place(step: Label, path: str | None) -> str:
    row = f"line {step.span.start.row}" if path is None else str(step.span.start.row)
    cell = "" if step.span.cell is None else f"cell {step.span.cell}:"
    file = step.path or path
    return f"{file}:{cell}{row}" if file is not None else f"{cell}{row}"


def _short(code: str, most: int = 70) -> str:
    return code if len(code) <= most else f"{code[: most - 3]}..."
