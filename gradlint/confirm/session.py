"""One run of runtime mode: jobs out, verdicts back, results in their order."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from types import TracebackType
from typing import Any

from gradlint.confirm import handwritten
from gradlint.confirm.elsewhere import Elsewhere
from gradlint.confirm.expectation import predicted
from gradlint.confirm.hindrances import Hindrances
from gradlint.confirm.options import Options
from gradlint.confirm.outcomes import outcomes_of
from gradlint.confirm.plan import job_of
from gradlint.confirm.reach import reach_of
from gradlint.confirm.recorded import forget as forget_records
from gradlint.confirm.runner.process.sandbox.never import within
from gradlint.confirm.standpoint import standpoint
from gradlint.confirm.supervisor import Answer, Settings, Supervisor
from gradlint.confirm.validity import clean
from gradlint.confirm.verdicts import verdict_of
from gradlint.core import catalog
from gradlint.core.errors import GradlintError
from gradlint.core.files import read_bytes
from gradlint.core.model import Finding
from gradlint.core.result import Result
from gradlint.report.progress import Progress
from gradlint.sources.unit import Unit

Job = dict[str, Any]
Wanted = Callable[[Sequence[Finding], Unit], Sequence[Finding]]
"""Which of the findings that only executing could make are to be shown."""


class Session:
    """Holds the processes that execute; use it as a context manager."""

    def __init__(
        self, options: Options, wanted: Wanted | None = None, hindrances: Hindrances | None = None
    ) -> None:
        self._options = options
        self._tells = hindrances is None
        self._hindrances = hindrances or Hindrances()
        self._hindrances.python = f"{options.python} ({options.chosen_by})"
        self._wanted = wanted
        self._supervisor = _supervisor(options)
        reach_of.cache_clear()
        forget_records()
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
        for note in self._hindrances.notes() if self._tells else ():
            _warn(note)

    def verdicts(self, results: Sequence[Result], quiet: bool = False) -> Iterator[Result]:
        """The results with a verdict on each of their findings that can be executed."""
        jobs: list[Job] = []
        asked: dict[str, tuple[int, int | None]] = {}
        by_path = {os.path.abspath(result.path): result.findings for result in results}
        units = [result.unit or _with_gradients(result) for result in results]
        found = [
            (one, unit) for result, unit in zip(results, units) if unit is not None for one in result.findings
        ]
        for number, (result, unit) in enumerate(zip(results, units)):
            for position, job in self._jobs(result, unit, number, by_path, found):
                job["id"] = f"{number}.{len(jobs)}"
                asked[job["id"]] = (number, position)
                jobs.append(job)
        waiting = Counter(number for number, _ in asked.values())
        decided = list(results)
        pairs: dict[int, Answer] = {}
        done = 0
        with Progress(len(jobs), wanted=not quiet, label="executing", at_once=True) as progress:
            for answer in progress.watching(self._supervisor.run(jobs)):
                number, position = asked[answer.job_id]
                self._hindrances.count(answer)
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

    def _jobs(
        self,
        result: Result,
        unit: Unit | None,
        number: int,
        by_path: Mapping[str, Sequence[Finding]],
        found: Sequence[tuple[Finding, Unit]],
    ) -> Iterator[tuple[int | None, Job]]:
        """One job for each finding, and one for all hand-written gradients of the file."""
        if unit is None:
            return
        for position, finding in enumerate(result.findings):
            seen, executed = standpoint(finding, unit, result.others)
            beside = by_path.get(os.path.abspath(executed.path), ())
            others = [one for one in beside if one is not finding]
            far = tuple(each for each in found if each[0] is not finding and each[1].path != executed.path)
            own = (finding, unit) if executed is not unit else None
            job = job_of(seen, executed, self._options, number, others, Elsewhere(own, _near(far, executed)))
            if job is not None:
                yield position, job
        if self._wanted is not None:
            pairs = handwritten.pairs_job(unit, self._options, number)
            if pairs is not None:
                yield None, pairs

    def _with_verdict(self, result: Result, position: int, answer: Answer) -> Result:
        finding = result.findings[position]
        executed = standpoint(finding, result.unit, result.others)[1] if result.unit is not None else None
        verdict = verdict_of(answer, _rows(executed, executed is not result.unit))
        if verdict.kind == "refuted" and (why := not_refutable(finding)):
            verdict = replace(verdict, kind="inconclusive", reason=why)
        finding = replace(finding, verdict=verdict)
        self._save(answer, finding)
        before, after = result.findings[:position], result.findings[position + 1 :]
        return replace(result, findings=(*before, finding, *after))

    def _save(self, answer: Answer, finding: Finding) -> None:
        if self._options.save_repro is not None and answer.report is not None:
            from gradlint.confirm.repro import save

            # What a run noted to be looked at again has many forms, and a forged one may have any other.
            with suppress(KeyError, TypeError, ValueError, IndexError, AttributeError, RecursionError):
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
            if outcome.is_verified and not handwritten.is_faulted(outcome, judged, unit)
        )
        return replace(result, findings=findings, unit=unit if findings else result.unit, verified=verified)


def _near(far: Iterable[tuple[Finding, Unit]], executed: Unit) -> tuple[tuple[Finding, Unit], ...]:
    """What a program may import: files below the folders that its imports start from."""
    roots = reach_of(executed.path, executed.text).search
    return tuple(each for each in far if any(within(os.path.realpath(each[1].path), root) for root in roots))


def _supervisor(options: Options) -> Supervisor:
    try:
        return Supervisor(
            Settings(
                python=options.python,
                on=options.on,
                device=options.device,
                sandbox=options.sandbox,
                seconds=options.seconds,
                memory_mb=options.memory_mb,
                disk_mb=options.disk_mb,
            )
        )
    except GradlintError as error:
        if options.chosen_by in ("--python", "--on"):
            raise
        raise GradlintError(f"{error} (from {options.chosen_by}; --python names another)") from None


def _with_gradients(result: Result) -> Unit | None:
    """The unit of a file in which nothing was found, if it may hold a hand-written gradient."""
    if result.failure is not None:
        return None
    from gradlint.sources.read import read

    try:
        data = read_bytes(result.path)
    except OSError:
        return None
    return read(result.path) if handwritten.may_have_gradients(data.decode("utf-8", "replace")) else None


def not_refutable(finding: Finding) -> str:
    """Why a right gradient says nothing about a finding, if it does not."""
    if finding.framework not in catalog.rule(finding.code).frameworks:
        return "this rule makes no prediction for this framework"  # it is measured for others
    if "level-term" in predicted(finding.code).traits:
        return "a step function has no derivative to measure, so a correct gradient does not rule this out"
    if not any(label.role == "enters" for label in finding.labels):
        return "the finding names no source, so the correct gradient of one does not rule it out"
    return ""


def _rows(unit: Unit | None, named_file: bool) -> Callable[[int], str]:
    """How to name a row of the unit for its reader; with its file, where the finding stands in another one."""
    file = f"{unit.path}, " if unit is not None and named_file else ""

    def named(row: int) -> str:
        if unit is None:
            return f"line {row}"
        position, cell = unit.locate(row, 0)
        return f"{file}line {position.row}" if cell is None else f"{file}cell {cell}, line {position.row}"

    return named


def _warn(text: str) -> None:
    print(f"gradlint: {clean(text)}", file=sys.stderr)
