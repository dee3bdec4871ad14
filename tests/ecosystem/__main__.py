"""`python -m tests.ecosystem`: lint the listed projects and say what changed."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path

from gradlint.core.errors import GradlintError
from tests.ecosystem.expectation import compare, keyed, load, save, updated
from tests.ecosystem.linting import lint
from tests.ecosystem.obtain import CACHE, sources
from tests.ecosystem.projects import Project, chosen, listed
from tests.ecosystem.summary import Outcome, about, about_all

PROCESSES = 2


def main(arguments: Sequence[str] | None = None) -> int:
    parsed = _parser().parse_args(arguments)
    try:
        return _run(parsed)
    except GradlintError as error:
        print(f"ecosystem: {error}", file=sys.stderr)
        return 2


def _parser() -> ArgumentParser:
    parser = ArgumentParser("python -m tests.ecosystem", description=__doc__)
    parser.add_argument("--update", action="store_true", help="write what was found, new findings as unread")
    parser.add_argument("--project", action="append", default=[], metavar="NAME", help="only this one")
    parser.add_argument("--cache", type=Path, default=CACHE, metavar="DIR", help="default: %(default)s")
    return parser


def _run(parsed: Namespace) -> int:
    outcomes = []
    with ProcessPoolExecutor(PROCESSES) as pool:
        for project in chosen(parsed.project, listed()):
            outcome = _outcome(project, sources(project, parsed.cache), pool)
            outcomes.append(outcome)
            print(*about(outcome), sep="\n", flush=True)
            if parsed.update:
                save(project.name, updated(outcome.expected, outcome.keys))
    print(*about_all(outcomes), sep="\n")
    if parsed.update:
        return int(any(outcome.linted.crashes for outcome in outcomes))
    return int(any(outcome.changed for outcome in outcomes))


def _outcome(project: Project, folder: Path, pool: Executor) -> Outcome:
    linted = lint(folder, pool)
    keys = tuple(keyed(located.seen for located in linted.findings))
    expected = load(project.name)
    return Outcome(project, linted, keys, expected, compare(expected, keys))


if __name__ == "__main__":
    sys.exit(main())
