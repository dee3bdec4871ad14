"""What proving a finding costs after the import: CPU milliseconds per finding, for each framework.

    python benchmarks/confirm.py [--findings 200] [torch tensorflow jax numpy]

The findings are those of the labelled cases in tests/cases, executed in the sandbox one after the other, each
with its fix and its finite differences. The import of a framework happens once and is not counted.

Processors differ, so every row has its own measure beside it: what it costs to execute the same files once, as
they are, in the same sandbox ("once"). The other columns are in milliseconds, too, except for how many times
the program was executed in the median ("runs").
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter
from itertools import cycle, islice
from pathlib import Path

from gradlint.confirm.options import Options
from gradlint.confirm.plan import job_of
from gradlint.confirm.supervisor import Answer, Settings, Supervisor
from gradlint.confirm.verdicts import verdict_of
from gradlint.core import catalog
from gradlint.engine.config import Configuration
from gradlint.engine.linting import Engine
from tests.support.cases import case_files

ROOT = Path(__file__).resolve().parents[1]
SAMPLE = 40
"""How many of the files are executed once for comparison."""


def jobs_of(framework: str, number: int) -> list[dict[str, object]]:
    engine = Engine(Configuration(catalog.headings(), {}, None, isolated=True), catalog.headings())
    folder = "jax" if framework == "numpy" else framework
    files = list(map(str, case_files(folder)))
    found = [
        job
        for result in engine.lint(files)
        for finding in result.findings
        if finding.framework == framework and result.unit is not None
        for job in [job_of(finding, result.unit, Options())]
        if job is not None
    ]
    return (
        [{**job, "id": str(count)} for count, job in enumerate(islice(cycle(found), number))] if found else []
    )


def executed(jobs: list[dict[str, object]]) -> tuple[list[Answer], list[Answer]]:
    """The answers to the jobs, and to some of them that only execute."""
    step = max(1, len(jobs) // SAMPLE)
    once = [{**job, "task": "code", "id": f"once {job['id']}"} for job in jobs[::step]]
    with Supervisor(Settings(at_once=1)) as supervisor:
        return list(supervisor.run(jobs)), list(supervisor.run(once))


def milliseconds(answers: list[Answer]) -> list[float]:
    return sorted(1000 * answer.cpu_seconds for answer in answers)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--findings", type=int, default=200)
    parser.add_argument("frameworks", nargs="*", default=["torch", "tensorflow", "jax"])
    options = parser.parse_args()
    heads = ("findings", "median", "90 %", "most", "once", "ratio", "runs")
    print(f"{'framework':12}", *(f"{head:>8}" for head in heads), " verdicts")
    for framework in options.frameworks:
        answers, once = executed(jobs_of(framework, options.findings))
        spent = milliseconds(answers)
        median, plain = statistics.median(spent), statistics.median(milliseconds(once))
        runs = statistics.median((answer.report or {}).get("executions", 0) for answer in answers)
        kinds = Counter(verdict_of(answer).kind for answer in answers)
        print(
            f"{framework:12} {len(spent):8} {median:8.0f} {spent[len(spent) * 9 // 10]:8.0f} {spent[-1]:8.0f} "
            f"{plain:8.0f} {median / plain:8.1f} {runs:8.0f}  {dict(kinds)}"
        )


if __name__ == "__main__":
    main()
