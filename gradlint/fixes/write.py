"""Write a mended file so that there is never half of one: beside it first, then in its place."""

from __future__ import annotations

import contextlib
import os
import tempfile

from gradlint.errors import GradlintError


def write_atomically(path: str, data: bytes) -> None:
    """Put `data` in place of the file, which keeps its mode; a link stays a link to the mended file."""
    target = os.path.realpath(path)
    folder = os.path.dirname(target)
    try:
        mode = os.stat(target).st_mode & 0o7777
        number, beside = tempfile.mkstemp(dir=folder, prefix=f".{os.path.basename(target)}.")
    except OSError as error:
        raise GradlintError(f"{path}: cannot be written: {error.strerror or error}") from error
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, mode)
        os.replace(beside, target)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise GradlintError(f"{path}: cannot be written: {error.strerror or error}") from error
