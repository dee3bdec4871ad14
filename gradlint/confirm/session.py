"""One run of runtime mode: jobs out, verdicts back, results in their order."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any

from gradlint.confirm.options import Options
from gradlint.confirm.plan import job_of
from gradlint.confirm.supervisor import Answer, Settings, Supervisor
from gradlint.confirm.verdicts import verdict_of
from gradlint.engine import Result
from gradlint.model import Finding, Verdict
from gradlint.progress import Progress
from gradlint.sources.unit import Unit

Job = dict[str, Any]


class Session:
    """Holds the processes that execute; use it as a context manager."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._supervisor = Supervisor(
            Settings(
                python=options.python,
                device=options.device,
                sandbox=options.sandbox,
                seconds=options.seconds,
                memory_mb=options.memory_mb,
            )
        )
        self._absent: Counter[str] = Counter()
        if options.save_repro is not None:
            from gradlint.confirm.repro.files import prepare

            prepare(options.save_repro)
        if options.sandbox == "weak":
            _warn("--sandbox weak: code is executed with whatever isolation this machine offers, or none")

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._supervisor.close()
        for reason, number in self._absent.items():
            _warn(f"runtime mode: {reason} ({number} {'finding' if number == 1 else 'findings'} not run)")

    def verdicts(self, results: Sequence[Result], quiet: bool = False) -> Iterator[Result]:
        """The results with a verdict on each of their findings that can be executed."""
        jobs: list[Job] = []
        places: dict[str, tuple[int, int]] = {}
        for number, result in enumerate(results):
            for position, finding in enumerate(result.findings):
                job = self._job(finding, result.unit, len(jobs))
                if job is not None:
                    places[job["id"]] = (number, position)
                    jobs.append(job)
        waiting = Counter(number for number, _ in places.values())
        found: dict[tuple[int, int], Verdict] = {}
        done = 0
        with Progress(len(jobs), wanted=not quiet, label="executing") as progress:
            for answer in progress.watching(self._supervisor.run(jobs)):
                number, position = places[answer.job_id]
                finding = results[number].findings[position]
                verdict = found[number, position] = self._verdict(answer, results[number].unit)
                self._save(answer, replace(finding, verdict=verdict))
                waiting[number] -= 1
                while done < len(results) and not waiting[done]:
                    progress.hide()
                    yield self._decided(results[done], done, found)
                    done += 1
        for number in range(done, len(results)):
            yield self._decided(results[number], number, found)

    def _job(self, finding: Finding, unit: Unit | None, number: int) -> Job | None:
        return None if unit is None else job_of(finding, unit, self._options, number)

    def _verdict(self, answer: Answer, unit: Unit | None) -> Verdict:
        verdict = verdict_of(answer, _rows(unit))
        if answer.end == "absent":
            self._absent[answer.reason] += 1
        return verdict

    def _save(self, answer: Answer, finding: Finding) -> None:
        if self._options.save_repro is not None and answer.report is not None:
            from gradlint.confirm.repro import save

            save(self._options.save_repro, finding, answer.report)

    def _decided(self, result: Result, number: int, found: dict[tuple[int, int], Verdict]) -> Result:
        findings = tuple(
            replace(finding, verdict=found.get((number, position)))
            for position, finding in enumerate(result.findings)
        )
        if self._options.drop_refuted:
            findings = tuple(one for one in findings if one.verdict is None or one.verdict.kind != "refuted")
        return replace(result, findings=findings)


def _rows(unit: Unit | None) -> Any:
    """How to name a row of the unit for its reader."""

    def named(row: int) -> str:
        if unit is None:
            return f"line {row}"
        position, cell = unit.locate(row, 0)
        return f"line {position.row}" if cell is None else f"cell {cell}, line {position.row}"

    return named


def _warn(text: str) -> None:
    print(f"gradlint: {text}", file=sys.stderr)
