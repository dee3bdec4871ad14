"""What a project has decided to live with: its baseline, which the editor honours as the command does."""

from __future__ import annotations

import os
from collections.abc import Callable

from gradlint.core.errors import GradlintError
from gradlint.core.result import Result
from gradlint.engine.baseline import Baseline
from gradlint.lsp.documents import settings_for

_State = tuple[int, int]
"""Time of the last change in nanoseconds, and size."""


class KnownOnes:
    """Baselines by their files, each read once for each state of its file."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._read: dict[str, tuple[_State, Baseline | None]] = {}

    def without(self, result: Result, config: str | None) -> Result:
        """The result without the findings that the baseline of its project lists."""
        file = settings_for(result.path, config).baseline
        baseline = self._baseline(file) if file is not None and result.findings else None
        if baseline is None:
            return result
        return next(iter(baseline.again().hiding([result])))

    def _baseline(self, file: str) -> Baseline | None:
        """The baseline in a file. One that cannot be read hides nothing, which is said once."""
        state = _state(file)
        known = self._read.get(file)
        if known is None or known[0] != state:
            known = self._read[file] = (state, self._opened(file))
        return known[1]

    def _opened(self, file: str) -> Baseline | None:
        try:
            return Baseline.read(file)
        except GradlintError as error:
            self._tell(str(error))
            return None


def _state(file: str) -> _State:
    try:
        status = os.stat(file)
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_size
