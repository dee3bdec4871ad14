"""Turn bytes into text, or into the one problem that says why that cannot be done."""

from __future__ import annotations

import codecs
import re

from gradlint.core.model import Position, Span
from gradlint.sources.lines import split_lines
from gradlint.sources.unit import Problem

_COOKIE = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK_OR_COMMENT = re.compile(rb"[ \t\f]*(?:#.*)?$")
_BYTE_BREAK = re.compile(rb"\r\n?|\n")
_UTF8_NAMES = frozenset({"utf-8", "utf8", "utf_8", "utf-8-sig", "u8"})


def from_utf8(source: bytes | str) -> str | Problem:
    """Text of a format that is always UTF-8; a byte order mark is dropped."""
    data = source if isinstance(source, bytes) else _encoded(source)
    return _decode_utf8(data)


def from_python(source: bytes | str) -> str | Problem:
    """Text of a Python file: UTF-8 unless a coding cookie (PEP 263) says otherwise.

    Text that is given as `str` was decoded by somebody who knew better than its cookie.
    """
    text = _decode_cookie(source) if isinstance(source, bytes) else from_utf8(source)
    if isinstance(text, str) and "\0" in text:
        row = len(split_lines(text[: text.index("\0")]))
        return point(f"not valid Python: NUL byte at line {row}", row)
    return text


def encoding_of(data: bytes) -> str:
    """The encoding that a Python file was decoded with, and in which it is written back."""
    if data.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    found = _cookie(data)
    return "utf-8" if found is None or found[0].lower() in _UTF8_NAMES else found[0]


def point(message: str, row: int, column: int = 0, cell: int | None = None) -> Problem:
    """A problem at one character; `column` is 0-based."""
    return Problem(message, Span(Position(row, column + 1), Position(row, column + 2), cell))


def without_surrogates(text: str) -> str:
    """The text with a mark in place of what no terminal and no file can take."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _encoded(text: str) -> bytes:
    # Bytes that stdin could not decode arrive as escaped surrogates and become those bytes again.
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def _decode_utf8(data: bytes) -> str | Problem:
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        return _invalid(data, error.start, "UTF-8")


def _decode_cookie(data: bytes) -> str | Problem:
    found = None if data.startswith(codecs.BOM_UTF8) else _cookie(data)
    if found is None or found[0].lower() in _UTF8_NAMES:
        return _decode_utf8(data)
    name, row = found
    try:
        text = data.decode(name)
        text.encode("utf-8")
    except LookupError:
        return point(f"unknown encoding {name!r} declared at line {row}", row)
    except UnicodeDecodeError as error:
        return _invalid(data, error.start, name)
    except ValueError:
        return point(f"not valid {name}, the encoding declared at line {row}", row)
    return text


def _cookie(data: bytes) -> tuple[str, int] | None:
    """The declared encoding and its line: in the first two, and no code may come before it."""
    for row, line in enumerate(_BYTE_BREAK.split(data[:1000], maxsplit=2)[:2], 1):
        if match := _COOKIE.match(line):
            return match[1].decode("ascii", "replace"), row
        if not _BLANK_OR_COMMENT.match(line):
            return None
    return None


def _invalid(data: bytes, at: int, encoding: str) -> Problem:
    before = _BYTE_BREAK.split(data[:at])
    row, column = len(before), len(before[-1].decode(encoding, "replace"))
    byte = f"byte 0x{data[at]:02x} " if at < len(data) else ""
    return point(f"not valid {encoding}: {byte}at line {row}", row, column)
