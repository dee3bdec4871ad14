"""The path of a gradient as a drawing: boxes from where it enters to where it is requested, broken at a cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from gradlint.core.explanation import Explanation, ValueStory
from gradlint.core.model import Label, Role
from gradlint.report.texts import SourceLines

_WIDTH, _BOX, _HIGH, _GAP = 760, 640, 62, 26
_LEFT = (_WIDTH - _BOX) // 2
_ORDER: dict[Role, int] = {"enters": 0, "cut": 1, "asked": 2, "note": 3}
_WORDS: dict[Role, str] = {"enters": "enters", "cut": "cut", "asked": "requested", "note": "note"}
_STYLE = """
text { font: 14px system-ui, sans-serif; fill: #1c2430 }
.code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 13px }
.box { fill: #fff; stroke-width: 2 }
.enters { stroke: #1b6b3a } .cut { stroke: #b3261e; stroke-dasharray: 6 4 } .asked { stroke: #1f56a8 }
.note { stroke: #59636f } .head { font-weight: bold }
.arrow { stroke: #1b6b3a; stroke-width: 2 } .broken { stroke: #b3261e; stroke-dasharray: 6 4 }
@media (prefers-color-scheme: dark) {
  text { fill: #e4e8ee } .box { fill: #1c222b } svg { background: #14181e }
}
"""


def picture(answer: Explanation, texts: SourceLines) -> str:
    """One column for each value, one below the other. Names and code come from files we know nothing about."""
    body: list[str] = []
    top = 20
    for value in answer.values:
        drawn, top = _drawn(value, answer.path, texts, top)
        body += drawn
    for note in answer.notes:
        body.append(_text(_LEFT, top + 14, f"Note: {note}", "quiet"))
        top += 26
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {top + 10}" width="{_WIDTH}" '
        f'role="img" aria-label="{escape(answer.question)}">\n<style>{_STYLE}</style>\n'
        + "\n".join(body)
        + "\n</svg>\n"
    )


def _drawn(value: ValueStory, path: str, texts: SourceLines, top: int) -> tuple[list[str], int]:
    body = []
    for line in _wrapped(value.summary, 92):
        body.append(_text(_LEFT, top + 14, line, "head"))
        top += 22
    steps = sorted(value.steps, key=lambda step: _ORDER[step.role])
    entered = requested = 0
    for number, step in enumerate(steps):
        before = steps[number - 1].role if number else step.role
        if step.role not in (before, "note"):
            style = "arrow" if "cut" not in (before, step.role) else "arrow broken"
            body.append(f'<path class="{style}" d="M{_WIDTH // 2} {top}v{_GAP}" />')
        top += _GAP if number else 8
        body += _box(step, path, texts, top)
        requested = requested or (top + _HIGH // 2 if step.role == "asked" else 0)
        entered = top + _HIGH // 2 if step.role == "enters" else entered
        top += _HIGH
    if value.carries == "in part" and entered and requested and any(step.role == "cut" for step in steps):
        # Beside the paths that are cut there is one that is not.
        right = _LEFT + _BOX
        body.append(f'<path class="arrow" fill="none" d="M{right} {entered}h20V{requested}h-20" />')
    return body, top + 34


def _box(step: Label, path: str, texts: SourceLines, top: int) -> Iterator[str]:
    where = f"{step.path or path}:{step.span.start.row}"
    code = (texts(step.path, step.span.cell, step.span.start.row) or "").strip()
    yield f'<rect class="box {step.role}" x="{_LEFT}" y="{top}" width="{_BOX}" height="{_HIGH}" rx="6" />'
    yield _text(_LEFT + 12, top + 20, f"{_WORDS[step.role]}  {_cut(where, 70)}", "head")
    yield _text(_LEFT + 12, top + 37, _cut(code, 74), "code")
    yield _text(_LEFT + 12, top + 54, _cut(step.message, 84), "message")


def _text(left: int, top: int, text: str, style: str) -> str:
    plain = "".join(character if character.isprintable() else "\ufffd" for character in text)
    return f'<text class="{style}" x="{left}" y="{top}" xml:space="preserve">{escape(plain)}</text>'


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}\u2026"


def _wrapped(text: str, width: int) -> Sequence[str]:
    import textwrap

    return textwrap.wrap(text, width) or [""]
