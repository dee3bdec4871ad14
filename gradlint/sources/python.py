"""Read a `.py` file: the text is the unit, line for line."""

from __future__ import annotations

from gradlint.sources.decode import from_python
from gradlint.sources.lines import split_lines
from gradlint.sources.unit import Problem, Unit


def python_unit(source: bytes | str, path: str) -> Unit:
    """The unit of a Python file; whether it parses is for whoever parses it to say."""
    text = from_python(source)
    if isinstance(text, Problem):
        return Unit(path, "python", "", problems=(text,))
    return Unit(path, "python", text, source_lines=tuple(split_lines(text)))
