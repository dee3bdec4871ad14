"""Read a Jupyter notebook: its Python code cells, one after the other, are one program."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from gradlint.core.records import replace
from gradlint.sources.decode import from_utf8, point, without_surrogates
from gradlint.sources.lines import position, split_lines
from gradlint.sources.magics import Line
from gradlint.sources.snippet import snippet
from gradlint.sources.unit import Origin, Problem, Unit

_PYTHON = re.compile(r"i?python[\d.]*", re.IGNORECASE)
_BLANK = re.compile(
    r"_{3,}|\?{3}|your (?:code|solution)|\bto-?do\b|fill in|fill this|complete (?:this|the|here)|code here|"
    r"implement me|exercise", re.IGNORECASE,
)  # fmt: skip
"""How exercises mark what is left to the reader."""
_OTHER_KERNEL = re.compile(
    r"(?:ir|julia.*|bash|calysto.*|java.*|scala.*|sos|sql.*|xcpp.*|\.net.*)", re.IGNORECASE
)


def notebook_unit(source: bytes | str, path: str) -> Unit:
    """The unit of a notebook; `cell` counts all cells from 1, as ruff does, and rows start anew in each."""
    document = _document(source)
    if isinstance(document, Problem):
        return Unit(path, "notebook", "", problems=(document,))
    if not _is_python(document):
        return Unit(path, "notebook", "")
    return _joined(document, path)


def _document(source: bytes | str) -> dict[object, object] | Problem:
    text = from_utf8(source)
    if isinstance(text, Problem):
        return text
    if not text.strip():
        return {}
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        row, column = position(text, min(error.pos, len(text)))
        return point(f"not a notebook: {error.msg} at line {row}", row, column)
    except (ValueError, RecursionError):
        return point("not a notebook: its JSON cannot be read", 1)
    if not isinstance(document, dict):
        return point("not a notebook: its JSON is no object", 1)
    return document


def _joined(document: dict[object, object], path: str) -> Unit:
    text: list[str] = []
    origins: list[Origin] = []
    written: list[str] = []
    problems: list[Problem] = []
    failing: set[int] = set()
    ran = any(isinstance(cell, dict) and cell.get("execution_count") for cell in _cells(document))
    for number, cell in enumerate(_cells(document), 1):
        source = _code(cell)
        if source is None:
            continue
        lines = split_lines(source)
        if lines[-1]:
            # A blank line after each cell, so that what ends at its last line break ends in this cell.
            lines.append("")
        made = snippet([Line(line) for line in lines])
        text.extend(line.text for line in made.lines)
        origins.extend(Origin(row, line.column, number) for row, line in enumerate(made.lines, 1))
        written.extend(without_surrogates(line) for line in lines)
        if _is_tagged(cell):
            failing.add(number)
        if bad := made.fault:
            problem = point(f"cell is not valid Python: {bad.message}", bad.row, bad.column, number)
            problems.append(replace(problem, fragment=_is_unfinished(cell, source, ran)))
    return Unit(
        path, "notebook", "\n".join(text), tuple(origins), tuple(problems), tuple(written), frozenset(failing)
    )


def _is_tagged(cell: object) -> bool:
    """A cell whose author says that it fails, so that running the notebook goes on behind it."""
    tags = _table(cell, "metadata").get("tags") if isinstance(cell, dict) else None
    return isinstance(tags, list) and "raises-exception" in tags


def _is_unfinished(cell: object, source: str, ran: bool) -> bool:
    """A cell with blanks to fill in, one that was begun and never run while others were, or one that IPython ran.

    IPython takes more than Python: `run setup.py` without a percent sign is one of its own words.
    """
    if _BLANK.search(source):
        return True
    if not ran or not isinstance(cell, dict):
        return False
    if cell.get("execution_count"):
        return not any(each.get("ename") in _REFUSED for each in _outputs(cell))
    return not cell.get("outputs")


_REFUSED = ("SyntaxError", "IndentationError", "TabError")


def _outputs(cell: dict[object, object]) -> list[dict[object, object]]:
    outputs = cell.get("outputs")
    return [each for each in outputs if isinstance(each, dict)] if isinstance(outputs, list) else []


def _is_python(document: dict[object, object]) -> bool:
    metadata = _table(document, "metadata")
    kernel = _table(metadata, "kernelspec")
    language = _table(metadata, "language_info").get("name") or kernel.get("language")
    if isinstance(language, str):
        return _PYTHON.fullmatch(language) is not None
    name = kernel.get("name")
    return not (isinstance(name, str) and _OTHER_KERNEL.fullmatch(name))


def _cells(document: dict[object, object]) -> Iterator[object]:
    cells = document.get("cells")
    if isinstance(cells, list):
        yield from cells
        return
    # Format 3 kept its cells in worksheets.
    sheets = document.get("worksheets")
    for sheet in sheets if isinstance(sheets, list) else ():
        cells = sheet.get("cells") if isinstance(sheet, dict) else None
        yield from cells if isinstance(cells, list) else ()


def _code(cell: object) -> str | None:
    """The Python source of a cell; None if it is a cell of another sort."""
    if not isinstance(cell, dict) or cell.get("cell_type") != "code":
        return None
    language = _table(_table(cell, "metadata"), "vscode").get("languageId", "python")
    if language != "python":
        return None
    source = cell.get("source", cell.get("input"))
    if isinstance(source, list) and all(isinstance(part, str) for part in source):
        return "".join(source)
    return source if isinstance(source, str) else None


def _table(parent: dict[object, object], key: str) -> dict[object, object]:
    value = parent.get(key)
    return value if isinstance(value, dict) else {}
