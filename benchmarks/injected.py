"""How much of real code can be put to the test: one hazard injected into each of N functions of real projects.

    python benchmarks/injected.py FOLDER... [--count 100] [--seed 0] [--framework torch] [--seconds 10]

Each FOLDER is an unpacked project; all of them are readable to the code under test, as they would be in an
environment in which they are installed together. For each function drawn, the file with the hazard is linted and the
finding on the injected line is executed in the sandbox. Most functions of a library have no caller in their file that
asks for a gradient, so the linter rightly says nothing; then the finding is made by hand, with the text before the
injection as its fix. The untouched function is put to the same test and must never be confirmed.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from drawing import Drawn, Injected, inject, sample

from gradlint.confirm.options import Options
from gradlint.confirm.plan import job_of
from gradlint.confirm.supervisor import Settings, Supervisor
from gradlint.confirm.verdicts import verdict_of
from gradlint.core.model import Finding, Position, Severity, Span, Verdict
from gradlint.engine.findings import findings_in
from gradlint.rules import detected
from gradlint.sources.read import from_text
from gradlint.sources.unit import Unit


@dataclass(frozen=True)
class Case:
    drawn: Drawn
    injected: Injected
    reported: bool
    job: dict[str, Any]
    untouched: dict[str, Any]


def main() -> int:
    options = _options()
    chance = random.Random(options.seed)
    drawn = sample(options.folders, options.framework, options.count, chance)
    cases = [_case(number, one, inject(one, chance), options) for number, one in enumerate(drawn)]
    jobs = [job for case in cases for job in (case.job, case.untouched)]
    verdicts: dict[str, Verdict] = {}
    levels: dict[str, Any] = {}
    settings = Settings(seconds=options.seconds, memory_mb=4096, sandbox=options.sandbox)
    with Supervisor(settings) as supervisor:
        for answer in supervisor.run(jobs):
            verdicts[answer.job_id] = verdict_of(answer)
            levels[answer.job_id] = answer.report
            print(f"\r{len(verdicts)}/{len(jobs)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for line in _table(cases, verdicts, levels):
        print(line)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--framework", default="torch", choices=["torch", "tensorflow", "jax"])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--sandbox", default="strict", choices=["strict", "weak"])
    return parser.parse_args()


def _case(number: int, drawn: Drawn, injected: Injected, options: argparse.Namespace) -> Case:
    unit = from_text(injected.text.encode(), str(drawn.path), {})
    found = _reported(unit, injected)
    finding = found or _by_hand(unit, injected.code, injected.row, drawn)
    job = _job(finding, unit, number, options)
    if found is None or not job["fixed"]:
        job["fixed"] = drawn.text
    before = from_text(drawn.text.encode(), str(drawn.path), {})
    plain = _by_hand(before, injected.code, drawn.returned.lineno, drawn)
    return Case(drawn, injected, found is not None, job, _job(plain, before, -1 - number, options))


def _reported(unit: Unit, injected: Injected) -> Finding | None:
    """What the linter says about the injected line, the rule that was meant first."""
    try:
        found = [one for one in findings_in(unit, detected()) if one.span.start.row == injected.row]
    except Exception:  # a file that the linter cannot follow is a file in which it reports nothing
        return None
    return min(found, key=lambda one: one.code != injected.code, default=None)


def _by_hand(unit: Unit, code: str, row: int, drawn: Drawn) -> Finding:
    width = len(unit.text.split("\n")[row - 1])
    span = Span(Position(row, drawn.returned.col_offset + 1), Position(row, width + 1))
    return Finding(code, "injected", "", unit.path, span, Severity.ERROR, drawn.framework)  # type: ignore[arg-type]


def _job(finding: Finding, unit: Unit, number: int, options: argparse.Namespace) -> dict[str, Any]:
    job = job_of(finding, unit, Options(seconds=options.seconds, memory_mb=4096, sandbox=options.sandbox))
    assert job is not None
    job["id"] = str(number)
    folders = [str(folder.resolve()) for folder in options.folders]
    for key in ("roots", "readable"):
        job[key] += [folder for folder in folders if folder not in job[key]]
    return job


def _table(cases: list[Case], verdicts: dict[str, Verdict], reports: dict[str, Any]) -> Iterator[str]:
    kinds: Counter[tuple[str, str]] = Counter()
    untouched: Counter[str] = Counter()
    stopped: Counter[str] = Counter()
    reported = 0
    yield "| function | hazard | reported | verdict | level | untouched | why not |"
    yield "|---|---|---|---|---|---|---|"
    for case in cases:
        verdict, plain = verdicts[case.job["id"]], verdicts[case.untouched["id"]]
        why = "" if verdict.kind == "confirmed" else _why(verdict, reports[case.job["id"]])
        kinds[verdict.kind, verdict.level or "-"] += 1
        untouched[plain.kind] += 1
        reported += case.reported
        if why:
            stopped[_class_of(why)] += 1
        name = f"{case.drawn.path.parent.name}/{case.drawn.path.name}:{case.drawn.name}"
        said = "yes" if case.reported else "-"
        short = why.replace("|", "/")[:100]
        cells = [name, case.injected.hazard, said, verdict.kind, verdict.level or "-", plain.kind, short]
        yield f"| {' | '.join(cells)} |"
    total = len(cases)
    confirmed = sum(count for (kind, _), count in kinds.items() if kind == "confirmed")
    yield ""
    share = 100 * confirmed / total
    yield f"functions {total}, reported by the linter {reported}, confirmed {confirmed} ({share:.0f} %)"
    yield "verdicts: " + ", ".join(
        f"{kind} at {level} {count}" for (kind, level), count in kinds.most_common()
    )
    yield "untouched: " + ", ".join(f"{kind} {count}" for kind, count in untouched.most_common())
    yield "what stopped the rest: " + "; ".join(f"{text} {count}" for text, count in stopped.most_common())


def _why(verdict: Verdict, report: dict[str, Any] | None) -> str:
    tried = [one["why"] for one in (report or {}).get("attempts", []) if one["level"] != "program"]
    return " ".join((tried[0] if tried and verdict.kind == "not-run" else verdict.reason).split())


_CLASSES = (
    ("not a tensor", r"object has no attribute '(detach|sum|numpy)'|must be Tensor, not|must be real number"),
    ("time", r"time|too long"),
    (
        "nothing differentiable in it",
        r"also|does not require grad|no gradient that could be|not depend|flat|unrelated",
    ),
    ("shapes", r"shape|size|dimension|unpack|match|broadcast|indices"),
    ("kinds of arguments", r"TypeError|AttributeError|KeyError|not callable|subscriptable"),
    ("imports", r"ImportError|ModuleNotFound|cannot import"),
    ("abstract or not implemented", r"NotImplementedError|abstract"),
    ("not reproduced at operation level", r"made-up"),
)


def _class_of(why: str) -> str:
    return next((name for name, pattern in _CLASSES if re.search(pattern, why)), "other")


if __name__ == "__main__":
    sys.exit(main())
