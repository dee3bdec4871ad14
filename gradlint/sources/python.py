"""Read a `.py` file: the text is the unit, line for line."""

from __future__ import annotations

import re

from gradlint.core.records import replace
from gradlint.sources.decode import from_python, point
from gradlint.sources.lines import split_lines
from gradlint.sources.unit import Problem, Unit


def python_unit(source: bytes | str, path: str) -> Unit:
    """The unit of a Python file; whether it parses is for whoever parses it to say."""
    text = from_python(source)
    if isinstance(text, Problem):
        return Unit(path, "python", "", problems=(text,))
    lines = split_lines(text)
    if _ESCAPE.search(text) is not None:
        exported = _exported(path, text, lines)
        if exported is not None:
            return exported
    return Unit(path, "python", text, source_lines=tuple(lines))


_ESCAPE = re.compile(r"^[ \t]*[%!][\w%!]", re.MULTILINE)
"""A magic or a shell command, as a notebook that was saved as a script still has them."""


def _exported(path: str, text: str, lines: list[str]) -> Unit | None:
    """The unit without the lines that only IPython understands; None if there are none, or more is wrong."""
    from gradlint.sources.magics import Line, mask
    from gradlint.sources.syntax import fault

    if fault(text) is None:
        return None
    masked = [each.text for each in mask([Line(line) for line in lines])]
    plain = "\n".join(masked)
    if fault(plain) is not None:
        return None
    changed = [row for row, (old, new) in enumerate(zip(lines, masked), 1) if old != new]
    problems = tuple(replace(point(_COMMAND, row), fragment=True) for row in changed)
    return Unit(path, "python", plain, problems=problems, source_lines=tuple(lines))


_COMMAND = "a command of IPython, not Python"
