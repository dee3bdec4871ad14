"""What stands between linting and reporting: changed lines, the baseline, and running the code."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from gradlint.cli.interruption import Interruption
from gradlint.core.errors import GradlintError
from gradlint.core.result import Result
from gradlint.engine.config import Configuration
from gradlint.engine.linting import Engine
from gradlint.report.screen import harmless

if TYPE_CHECKING:
    from gradlint.confirm.hindrances import Hindrances
    from gradlint.engine.baseline import Baseline
    from gradlint.engine.fixing import FixStage


class Stages:
    """The stages that the options ask for. What is left out early is never executed."""

    def __init__(
        self, parsed: Namespace, configuration: Configuration, engine: Engine, interruption: Interruption
    ) -> None:
        self._parsed = parsed
        self._configuration = configuration
        self._engine = engine
        self._interruption = interruption
        self._hindrances: Hindrances | None = None
        self.fixes: FixStage | None = None
        if parsed.fix or parsed.diff:
            from gradlint.engine.fixing import FixStage

            self.fixes = FixStage(engine, parsed.unsafe_fixes, parsed.diff)
        file = parsed.baseline or configuration.settings_in(os.getcwd()).baseline
        if parsed.prune_baseline and file is None:
            raise GradlintError("--prune-baseline needs --baseline FILE")
        self._baseline: Baseline | None = None
        # Whoever has no baseline does not pay for reading one.
        if file is not None:
            from gradlint.engine.baseline import Baseline

            self._baseline = Baseline.read(file)

    def through(self, results: Iterable[Result]) -> Iterable[Result]:
        if self._parsed.diff_base is not None:
            from gradlint.engine.changes import Changes

            results = Changes(self._parsed.diff_base, os.getcwd()).only(results)
        if self._baseline is not None:
            results = self._baseline.hiding(results)
        if self.fixes is not None:
            results = self.fixes.through(results)
        if self._parsed.confirm:
            from gradlint.cli.commands.confirm import options_of
            from gradlint.confirm import confirming
            from gradlint.confirm.hindrances import Hindrances

            self._hindrances = Hindrances()
            options = options_of(self._parsed, self._configuration)
            known = list(results)
            verdicts = confirming(known, options, self._engine, self._hindrances)
            results = self._interruption.falling_back(verdicts, known)
        return results

    def unguarded(self) -> str | None:
        """Why a gate of confirmed findings has guarded nothing, if it has not."""
        if self._parsed.fail_on != "confirmed" or self._hindrances is None:
            return None
        return self._hindrances.unguarded()

    def notes(self) -> Iterator[str]:
        """What is left to say when all results have passed."""
        if self._hindrances is not None and self.unguarded() is None:
            yield from self._hindrances.notes()
        if self._baseline is None or self._interruption.happened:
            return
        if self._parsed.prune_baseline:
            number = self._baseline.prune()
            yield f"baseline: {number} stale {_entries(number)} dropped"
            return
        stale = self._baseline.stale()
        if stale:
            yield (
                f"baseline: {len(stale)} {_entries(len(stale))} no longer found, such as {stale[0].code} in "
                f"{stale[0].path}; --prune-baseline drops them"
            )


def write_baseline(file: str, results: Iterable[Result], quiet: bool) -> bool:
    """Write all findings as the new baseline; False if a file could not be linted."""
    from gradlint.engine.baseline import write

    findings = failures = 0
    for result in write(file, results):
        findings += len(result.findings)
        if result.failure is not None:
            failures += 1
            print(harmless(f"gradlint: {result.path}: {result.failure}"), file=sys.stderr)
    if not quiet:
        print(f"{file}: {findings} known {'finding' if findings == 1 else 'findings'} written")
    return not failures


def _entries(number: int) -> str:
    return "entry" if number == 1 else "entries"
