"""Whether verdicts depend on what else the machine is doing: the same findings, three times, beside a busy loop.

    python benchmarks/steady.py [--findings 60] [--rounds 3] [torch tensorflow jax numpy]

The findings are those of the labelled cases in tests/cases. The first round has the machine to itself, as far as that
goes; in the others a process on every processor does nothing but count. Kind and level of each verdict are compared.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from confirm import jobs_of

from gradlint.confirm.capacity import processors
from gradlint.confirm.supervisor import Settings, Supervisor
from gradlint.confirm.verdicts import verdict_of

Verdicts = dict[str, tuple[str, str | None, str]]


@contextmanager
def busy(loops: int) -> Iterator[None]:
    """So many processes that never rest."""
    running = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(loops)]
    try:
        yield
    finally:
        for one in running:
            one.kill()
            one.wait()


def verdicts(jobs: list[dict[str, object]]) -> Verdicts:
    found: Verdicts = {}
    with Supervisor(Settings()) as supervisor:
        for answer in supervisor.run(jobs):
            verdict = verdict_of(answer)
            found[answer.job_id] = verdict.kind, verdict.level, verdict.reason
    return found


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--findings", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("frameworks", nargs="*", default=["torch", "tensorflow", "jax"])
    options = parser.parse_args()
    changed = 0
    for framework in options.frameworks:
        jobs = distinct(jobs_of(framework, 10_000), options.findings)
        rounds: list[Verdicts] = []
        for number in range(options.rounds):
            with busy(processors() if number else 0):
                rounds.append(verdicts(jobs))
        differing = [job for job in jobs if len({one[str(job["id"])][:2] for one in rounds}) > 1]
        changed += len(differing)
        print(
            f"{framework}: {len(jobs)} findings, {options.rounds} rounds, {len(differing)} verdicts changed"
        )
        for job in differing:
            print(f"  {os.path.basename(str(job['filename']))}:{job['cut']}")
            for one in rounds:
                print(f"    {one[str(job['id'])]}")
    return 1 if changed else 0


def distinct(jobs: list[dict[str, object]], most: int) -> list[dict[str, object]]:
    """Each finding once, spread evenly over the files."""
    once = list({(str(job["filename"]), str(job["cut"]), str(job["predicted"])): job for job in jobs}.values())
    step = max(1, len(once) // most)
    return once[::step][:most]


if __name__ == "__main__":
    sys.exit(main())
