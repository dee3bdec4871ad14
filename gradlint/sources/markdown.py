"""Read the Python blocks of a Markdown document: together they are one program."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from gradlint.sources.decode import from_utf8, point
from gradlint.sources.lines import split_lines
from gradlint.sources.magics import Line
from gradlint.sources.snippet import Snippet, snippet
from gradlint.sources.unit import Origin, Problem, Unit

Claim = Literal["python", "session", "untagged"]
"""What the first line of a block says: Python, Python at a prompt, or nothing at all."""

_FENCE = re.compile(r"```|~~~")
_PYTHON = re.compile(r"(?:i?python|py)(?:3(?:\.\d+)?)?", re.IGNORECASE)
_SESSION = re.compile(r"pycon3?|(?:i?python3?|py)-?(?:console|repl)|doctest", re.IGNORECASE)
_BRACED = re.compile(r"\{([^}]*)\}?(.*)", re.DOTALL)
_WORD_END = re.compile(r"[\s,:;({]")
_NAMES_LANGUAGE = frozenset({"code", "code-block", "code-cell", "sourcecode"})
_ALWAYS_PYTHON = frozenset({"jupyter-execute", "testcode"})
_PROMPT = re.compile(r"\s*(?:>>>|In ?\[\d*\]:)(?: |$)")
_CONTINUED = re.compile(r"\s*\.\.\.+:?(?: |$)")
_EXECUTED = re.compile(r"\{\s*(?:code-cell|jupyter-execute|testcode)\b")
"""Blocks that somebody runs; any other is there to be read, with dots for what was left out."""
_OPTION = re.compile(r"\s*:[\w-]+:")


@dataclass(frozen=True, slots=True)
class _Fence:
    info: str
    first: int
    """The index of the document line that holds its first line of code."""
    content: tuple[str, ...]


def markdown_unit(source: bytes | str, path: str) -> Unit:
    """The unit of a document: each line is the document's, blank where it is not Python."""
    text = from_utf8(source)
    if isinstance(text, Problem):
        return Unit(path, "markdown", "", problems=(text,))
    if not _FENCE.search(text):
        return Unit(path, "markdown", "")
    written = split_lines(text)
    code = [""] * len(written)
    origins = [Origin(row) for row in range(1, len(written) + 1)]
    problems: list[Problem] = []
    for fence in _fences("\n".join(_without_front_matter(written))):
        made = _code(fence, written)
        for index, line in enumerate(made.lines, fence.first):
            code[index] = line.text
            origins[index] = Origin(index + 1, line.column)
        if bad := made.fault:
            row = min(fence.first + bad.row, len(written))
            problem = point(f"block is not valid Python: {bad.message}", row, bad.column)
            problems.append(replace(problem, fragment=_EXECUTED.match(fence.info) is None))
    return Unit(path, "markdown", "\n".join(code), tuple(origins), tuple(problems), tuple(written))


def _without_front_matter(written: Sequence[str]) -> list[str]:
    """The document with its YAML head blanked: `---` on the first line, directly followed by it."""
    lines = list(written)
    if lines[0].rstrip() == "---" and len(lines) > 1 and lines[1].strip():
        for index, line in enumerate(lines[1:], 1):
            if line.rstrip() in ("---", "..."):
                return [""] * (index + 1) + lines[index + 1 :]
    return lines


def _fences(text: str, first: int = 0) -> Iterator[_Fence]:
    """All fences of the text, whose first line is line `first` of the document."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark")
    parser.core.ruler.enableOnly(["normalize", "block"])
    for token in parser.parse(text):
        if token.map is None:
            continue
        start = first + token.map[0]
        if token.type == "fence":
            content = token.content.removesuffix("\n").split("\n") if token.content else ()
            yield _Fence(token.info.strip(), start + 1, tuple(content))
        elif token.type == "code_block" and _FENCE.search(token.content):
            # The tabs and notes of MkDocs indent a fence so far that CommonMark sees literal text.
            yield from _fences(token.content, start)


def _code(fence: _Fence, written: Sequence[str]) -> Snippet:
    claim = _claim(fence.info)
    if claim is None:
        return Snippet(())
    lines = [_shifted(line, written[fence.first + index]) for index, line in enumerate(fence.content)]
    if fence.info.startswith("{"):
        lines = _without_options(lines)
    if claim == "session" or _at_prompt(lines):
        lines = _without_prompts(lines)
    if claim == "untagged" and not _imports("\n".join(line.text for line in lines)):
        return Snippet(())
    return snippet(lines)


def _claim(info: str) -> Claim | None:
    """What an info string claims: `py`, `python title="x"`, `{.python}`, `{code-cell} ipython3` ..."""
    braced = _BRACED.match(info)
    if braced is None:
        return _language(info)
    words = re.split(r"[\s,]+", braced[1].strip())
    if words[0] in _NAMES_LANGUAGE:
        return _language(braced[2].strip())
    if words[0] in _ALWAYS_PYTHON:
        return "python"
    named = [words[0], *(word[1:] for word in words if word.startswith("."))]
    return next((claim for word in named if word and (claim := _language(word))), None)


def _language(info: str) -> Claim | None:
    word = _WORD_END.split(info, maxsplit=1)[0]
    if not word:
        return "untagged" if not info else None
    if _PYTHON.fullmatch(word):
        return "python"
    return "session" if _SESSION.fullmatch(word) else None


def _shifted(code: str, written: str) -> Line:
    """A line of code and the columns before it: list indent, quote marks; a tab may be several of them."""
    bare = code.lstrip()
    if not bare:
        return Line("")
    return Line(code, (len(written) - len(bare)) - (len(code) - len(bare)))


def _without_options(lines: Sequence[Line]) -> list[Line]:
    """The body of a directive with its options blanked: `:key: value` lines or a block between `---`."""
    count = 0
    if lines and lines[0].text.strip() == "---":
        count = next((i for i, line in enumerate(lines[1:], 2) if line.text.strip() == "---"), 0)
    while count < len(lines) and _OPTION.match(lines[count].text):
        count += 1
    return [Line("")] * count + list(lines[count:])


def _at_prompt(lines: Sequence[Line]) -> bool:
    first = next((line for line in lines if line.text.strip()), Line(""))
    return _PROMPT.match(first.text) is not None


def _without_prompts(lines: Sequence[Line]) -> list[Line]:
    """What was typed at the prompts; what was printed is blank."""
    typed: list[Line] = []
    typing = False
    for line in lines:
        prompt = _PROMPT.match(line.text) or (_CONTINUED.match(line.text) if typing else None)
        typing = prompt is not None
        end = prompt.end() if prompt else len(line.text)
        typed.append(Line(line.text[end:], line.column + end) if prompt else Line(""))
    return typed


def _imports(text: str) -> bool:
    """Whether an untagged block is certainly Python: it parses and imports something."""
    if "import" not in text:
        return False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return any(isinstance(node, ast.Import | ast.ImportFrom) for node in ast.walk(tree))
