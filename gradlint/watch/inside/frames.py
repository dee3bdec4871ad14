"""Which line of the project is running."""

from __future__ import annotations

import os
import sys
from typing import Any

Row = tuple[str, int]
_DEEPEST = 200


class Frames:
    def __init__(self, roots: tuple[str, ...]) -> None:
        self._roots = tuple(os.path.join(root, "") for root in roots)
        self._known: dict[str, str] = {}

    def project_file(self, filename: str) -> str:
        """The real path of a file of the project, or nothing."""
        found = self._known.get(filename)
        if found is None:
            real = os.path.realpath(filename) if not filename.startswith("<") else ""
            inside = real.startswith(self._roots) and f"{os.sep}site-packages{os.sep}" not in real
            found = self._known[filename] = real if inside else ""
        return found

    def line(self) -> Row | None:
        """The innermost line of the project on the stack."""
        return next(iter(self.lines(1)), None)

    def lines(self, most: int = 12) -> list[Row]:
        """The lines of the project on the stack, innermost first."""
        found: list[Row] = []
        frame: Any = sys._getframe(1)
        depth = 0
        while frame is not None and len(found) < most and depth < _DEEPEST:
            path = self.project_file(frame.f_code.co_filename)
            if path and frame.f_lineno:
                found.append((path, frame.f_lineno))
            frame = frame.f_back
            depth += 1
        return found

    def of_traceback(self, trace: Any) -> list[Row]:
        """The lines of the project that an exception came through, innermost first."""
        found: list[Row] = []
        while trace is not None:
            path = self.project_file(trace.tb_frame.f_code.co_filename)
            if path:
                found.append((path, trace.tb_lineno))
            trace = trace.tb_next
        return found[::-1]

    def translated(self, error: BaseException) -> list[Row]:
        """The same for code that TensorFlow has rewritten: it keeps the lines beside the exception."""
        stack = getattr(getattr(error, "ag_error_metadata", None), "translated_stack", ())
        rows = [(self.project_file(one.filename), one.lineno) for one in stack]
        return [row for row in rows if row[0]]
