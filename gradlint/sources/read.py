"""Read a file, or text from stdin, as the unit that its name calls for."""

from __future__ import annotations

from collections.abc import Mapping

from gradlint.core.files import read_bytes
from gradlint.sources.decode import point
from gradlint.sources.kinds import NO_EXTRA, kind_of
from gradlint.sources.python import python_unit
from gradlint.sources.unit import Kind, Unit


def read(path: str, kinds: Mapping[str, Kind] = NO_EXTRA) -> Unit:
    """The unit of a file; one that cannot be read is a unit with that problem, so that a run goes on."""
    try:
        data = read_bytes(path)
    except OSError as error:
        return unreadable(path, error, kinds)
    return from_text(data, path, kinds)


def from_text(source: bytes | str, path: str, kinds: Mapping[str, Kind] = NO_EXTRA) -> Unit:
    """The unit of a text that is, or will be, the content of `path`.

    `kinds` maps further endings (without the dot) to kinds. An ending nobody knows is Python.
    """
    kind = kind_of(path, kinds)
    # Most runs see Python only: what the other kinds need is imported where there is one.
    if kind == "notebook":
        from gradlint.sources.notebook import notebook_unit

        return notebook_unit(source, path)
    if kind == "markdown":
        from gradlint.sources.markdown import markdown_unit

        return markdown_unit(source, path)
    return python_unit(source, path)


def unreadable(path: str, error: OSError, kinds: Mapping[str, Kind] = NO_EXTRA) -> Unit:
    """The unit of a file that the system does not give us."""
    reason = error.strerror or type(error).__name__
    return Unit(path, kind_of(path, kinds) or "python", "", problems=(point(f"cannot be read: {reason}", 1),))
