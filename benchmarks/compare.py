"""gradlint beside libcst, ruff, flake8, TorchFix, torch-preflight, Fixit and pylint: processor time in one run.

    python -m benchmarks.compare [--only PART ...] [--corpus NAME ...] [--rounds 3] [--write]

Fetches pinned releases of real projects and of the linters from the package index, unpacks the projects without
installing them, gives each linter an environment of its own, and runs them in turns. What counts is the processor
time of a command and its children, so that a busy machine does not matter much; ratios are taken within one run.
Results are kept in the cache folder, part by part, and --write puts all of them into benchmarks/README.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks import corpora, pages, parts, stages
from benchmarks.tools import TOOLS, Environments, versions
from gradlint.core.errors import GradlintError
from tests.ecosystem.projects import listed

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gradlint-benchmarks"
PARTS = ("tools", "startup", "warm", "growth", "stages")


def main(arguments: Sequence[str] | None = None) -> int:
    parsed = _parser().parse_args(arguments)
    try:
        return _run(parsed)
    except GradlintError as error:
        print(f"compare: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python -m benchmarks.compare",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    known = [project.name for project in listed()]
    parser.add_argument("--only", action="append", choices=PARTS, help="this part; can be said again")
    parser.add_argument(
        "--corpus", action="append", choices=known, metavar="NAME", help="this project; can be said again"
    )
    parser.add_argument("--rounds", type=int, default=3, help="how often each command is run (%(default)s)")
    parser.add_argument("--cache", type=Path, default=CACHE, metavar="DIR", help="(%(default)s)")
    parser.add_argument(
        "--patience", type=float, default=1800.0, help="seconds for one command (%(default)s)"
    )
    parser.add_argument("--most", type=int, default=10**6, help="lines of the largest set of part growth")
    parser.add_argument("--files", type=int, default=5000, help="at least so many in part warm (%(default)s)")
    parser.add_argument("--write", action="store_true", help="write what is known into benchmarks/README.md")
    return parser


def _run(parsed: argparse.Namespace) -> int:
    cache = parsed.cache.resolve()
    with parts.scratch_below(cache) as made:
        environments = Environments(cache / "environments")
        bench = parts.Bench(environments, Path(made), parsed.rounds, parsed.patience, _tell)
        results = Results(cache / "results.json")
        for part in parsed.only or PARTS:
            _PARTS[part](bench, parsed, results)
    print(pages.text(results.known), end="")
    if parsed.write:
        pages.write(results.known)
    return 0


class Results:
    """What is known, part by part, kept so that a part can be run again by itself."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.known: dict[str, Any] = json.loads(file.read_text()) if file.is_file() else {}

    def keep(self, part: str, bench: parts.Bench, section: parts.Section, name: str | None = None) -> None:
        entry = {"date": time.strftime("%Y-%m-%d"), "rounds": bench.rounds, **section}
        if name is None:
            self.known[part] = entry
        else:
            self.known.setdefault(part, {})[name] = entry
        self.known["machine"] = machine(bench.environments)
        self._file.write_text(json.dumps(self.known, indent=1))


def machine(environments: Environments) -> dict[str, Any]:
    """What the figures depend on; nothing that tells whose machine it is."""
    found = versions(environments.gradlint(), "gradlint-autodiff", "libcst")
    pinned = {requirement for tool in TOOLS for requirement in tool.requirements}
    return {
        "cores": os.cpu_count(),
        "kind": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "versions": found + sorted(pinned),
    }


def _tools(bench: parts.Bench, parsed: argparse.Namespace, results: Results) -> None:
    for corpus in corpora.corpora(parsed.corpus or corpora.ALL, parsed.cache.resolve()):
        _tell(f"{corpus.name}: {len(corpus.files)} files, {corpus.lines} lines")
        results.keep("tools", bench, parts.compare(bench, corpus), corpus.name)


def _startup(bench: parts.Bench, parsed: argparse.Namespace, results: Results) -> None:
    results.keep("startup", bench, parts.startup(bench))


def _warm(bench: parts.Bench, parsed: argparse.Namespace, results: Results) -> None:
    taken: list[corpora.Corpus] = []
    for project in listed():
        if sum(len(corpus.files) for corpus in taken) < parsed.files:
            taken += corpora.corpora([project.name], parsed.cache.resolve())
    results.keep("warm", bench, parts.warm(bench, taken))


def _growth(bench: parts.Bench, parsed: argparse.Namespace, results: Results) -> None:
    projects = corpora.corpora(parsed.corpus or corpora.ALL, parsed.cache.resolve())
    results.keep("growth", bench, parts.growth(bench, projects, parsed.most))


def _stages(bench: parts.Bench, parsed: argparse.Namespace, results: Results) -> None:
    for corpus in corpora.corpora(parsed.corpus or ["timm"], parsed.cache.resolve()):
        python = str(bench.environments.gradlint() / "python")
        results.keep("stages", bench, stages.measured(python, corpus.folder), corpus.name)


_PARTS = {"tools": _tools, "startup": _startup, "warm": _warm, "growth": _growth, "stages": _stages}


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as failed:
        print(failed.stderr, file=sys.stderr)
        raise
