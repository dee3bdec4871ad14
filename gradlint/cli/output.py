"""Where a report goes: standard output as it comes, or a file that appears when the report is complete."""

from __future__ import annotations

import os
import sys

from gradlint.core.errors import GradlintError
from gradlint.report.screen import ColourChoice, Screen, screen_for

_STDOUT = "-"


class Output:
    """Takes the pieces of a report. A file is written by `finish`, so a run that fails leaves the old one."""

    def __init__(self, file: str | None, colour: ColourChoice) -> None:
        self._file = None if file in (None, _STDOUT) else file
        self._pieces: list[str] = []
        if self._file is None:
            self.screen = screen_for(sys.stdout, colour)
        else:
            _check(self._file)
            # What is read later, and elsewhere, is coloured only if somebody insists.
            self.screen = Screen(colour=colour == "always")

    @property
    def is_file(self) -> bool:
        return self._file is not None

    def write(self, piece: str) -> None:
        if self._file is None:
            sys.stdout.write(piece)
        else:
            self._pieces.append(piece)

    def finish(self) -> None:
        if self._file is None:
            return
        data = "".join(self._pieces).encode("utf-8", "replace")
        try:
            _write(self._file, data)
        except OSError as error:
            # What was found has cost time and is not to be had from the disk: it is shown instead.
            sys.stdout.write("".join(self._pieces))
            raise GradlintError(
                f"--output-file: cannot write {self._file}: {error.strerror}; the report is above"
            ) from error


def _check(file: str) -> None:
    """Complain before the work is done rather than after it."""
    folder = os.path.dirname(os.path.abspath(file))
    if not os.path.isdir(folder):
        raise GradlintError(f"--output-file: no such folder: {os.path.dirname(file)}")
    if os.path.isdir(file):
        raise GradlintError(f"--output-file: {file} is a folder")


def _write(file: str, data: bytes) -> None:
    if os.path.exists(file) and not os.path.isfile(file):
        # A pipe or a device is written to; to put a file in its place would be a surprise.
        with open(file, "wb") as opened:
            opened.write(data)
        return
    from gradlint.core.files import write_atomically

    write_atomically(file, data)
