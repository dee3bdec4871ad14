"""One run of runtime mode: jobs out, verdicts back, results in their order."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any

from gradlint.confirm import handwritten
from gradlint.confirm.options import Options
from gradlint.confirm.outcomes import outcomes_of
from gradlint.confirm.plan import job_of
from gradlint.confirm.supervisor import Answer, Settings, Supervisor
from gradlint.confirm.verdicts import verdict_of
from gradlint.engine import Result
from gradlint.model import Finding
from gradlint.progress import Progress
from gradlint.sources.lines import split_lines
from gradlint.sources.unit import Unit

Job = dict[str, Any]
Wanted = Callable[[Sequence[Finding], Unit], Sequence[Finding]]
"""Which of the findings that only executing could make are to be shown."""


class Session:
    """Holds the processes that execute; use it as a context manager."""

    def __init__(self, options: Options, wanted: Wanted | None = None) -> None:
        self._options = options
        self._wanted = wanted
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
        asked: dict[str, tuple[int, int | None]] = {}
        units = [result.unit or _with_gradients(result) for result in results]
        for number, (result, unit) in enumerate(zip(results, units)):
            for position, job in self._jobs(result, unit, number):
                job["id"] = f"{number}.{len(jobs)}"
                asked[job["id"]] = (number, position)
                jobs.append(job)
        waiting = Counter(number for number, _ in asked.values())
        decided = list(results)
        pairs: dict[int, Answer] = {}
        done = 0
        with Progress(len(jobs), wanted=not quiet, label="executing") as progress:
            for answer in progress.watching(self._supervisor.run(jobs)):
                number, position = asked[answer.job_id]
                if answer.end == "absent":
                    self._absent[answer.reason] += 1
                if position is None:
                    pairs[number] = answer
                else:
                    decided[number] = self._with_verdict(decided[number], position, answer)
                waiting[number] -= 1
                while done < len(results) and not waiting[done]:
                    progress.hide()
                    yield self._finished(decided[done], units[done], pairs.get(done))
                    done += 1
        for number in range(done, len(results)):
            yield self._finished(decided[number], units[number], pairs.get(number))

    def _jobs(self, result: Result, unit: Unit | None, number: int) -> Iterator[tuple[int | None, Job]]:
        """One job for each finding, and one for all hand-written gradients of the file."""
        if unit is None:
            return
        for position, finding in enumerate(result.findings):
            job = job_of(finding, unit, self._options, number)
            if job is not None:
                job["known"] = [
                    line for one in result.findings if one is not finding for line in _lines(one, unit)
                ]
                yield position, job
        if self._wanted is not None:
            pairs = handwritten.pairs_job(unit, self._options, number)
            if pairs is not None:
                yield None, pairs

    def _with_verdict(self, result: Result, position: int, answer: Answer) -> Result:
        verdict = verdict_of(answer, _rows(result.unit))
        finding = replace(result.findings[position], verdict=verdict)
        self._save(answer, finding)
        before, after = result.findings[:position], result.findings[position + 1 :]
        return replace(result, findings=(*before, finding, *after))

    def _save(self, answer: Answer, finding: Finding) -> None:
        if self._options.save_repro is not None and answer.report is not None:
            from gradlint.confirm.repro import save

            save(self._options.save_repro, finding, answer.report)

    def _save_pairs(self, findings: Sequence[Finding], unit: Unit, answer: Answer) -> None:
        """The file of a hand-written gradient is written where it is executed; here it gets its name."""
        if self._options.save_repro is None:
            return
        from gradlint.confirm.repro import save_text

        scripts = [(one.rows, one.script) for one in outcomes_of(answer.report) if one.script]
        for finding in findings:
            place = unit.place(finding.span)
            if place is None or finding.verdict is None or finding.verdict.level != "pair":
                continue
            for (first, last), script in scripts:
                if first <= place[0] <= last and finding.verdict.kind == "confirmed":
                    save_text(self._options.save_repro, finding, script)
                    break

    def _finished(self, result: Result, unit: Unit | None, pairs: Answer | None) -> Result:
        if pairs is not None and unit is not None:
            result = self._with_pairs(result, unit, pairs)
        if self._options.drop_refuted:
            left = (one for one in result.findings if one.verdict is None or one.verdict.kind != "refuted")
            result = replace(result, findings=tuple(left))
        return result

    def _with_pairs(self, result: Result, unit: Unit, answer: Answer) -> Result:
        """What executing the hand-written gradients showed: verdicts, new findings, and what is right."""
        judged = handwritten.judged(result.findings, unit, answer)
        known = {(one.code, one.span) for one in result.findings}
        new = [one for one in judged if (one.code, one.span) not in known]
        shown = self._wanted(new, unit) if self._wanted is not None and new else []
        old = [one for one in judged if (one.code, one.span) in known]
        findings = tuple(sorted([*old, *shown], key=lambda one: one.sort_key))
        self._save_pairs(findings, unit, answer)
        verified = tuple(
            f"{result.path}:{unit.locate(outcome.row, 0)[0].row} {outcome.described()}"
            for outcome in outcomes_of(answer.report)
            if outcome.is_verified
        )
        return replace(result, findings=findings, unit=unit if findings else result.unit, verified=verified)


def _with_gradients(result: Result) -> Unit | None:
    """The unit of a file in which nothing was found, if it may hold a hand-written gradient."""
    if result.failure is not None:
        return None
    from gradlint.sources.read import read

    try:
        with open(result.path, "rb") as file:
            data = file.read()
    except OSError:
        return None
    return read(result.path) if handwritten.may_have_gradients(data.decode("utf-8", "replace")) else None


def _lines(finding: Finding, unit: Unit) -> Iterator[str]:
    """The lines at which a finding may stop the program."""
    text = split_lines(unit.text)
    for span in (finding.span, *(label.span for label in finding.labels if label.role == "asked")):
        place = unit.place(span)
        if place is not None and place[0] <= len(text):
            yield text[place[0] - 1]


def _rows(unit: Unit | None) -> Callable[[int], str]:
    """How to name a row of the unit for its reader."""

    def named(row: int) -> str:
        if unit is None:
            return f"line {row}"
        position, cell = unit.locate(row, 0)
        return f"line {position.row}" if cell is None else f"cell {cell}, line {position.row}"

    return named


def _warn(text: str) -> None:
    print(f"gradlint: {text}", file=sys.stderr)
