"""The parts of the comparison: what is run side by side in each of them."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.corpora import Corpus, growing, lines_of
from benchmarks.measuring import Command, Measured, environment, interleaved
from benchmarks.tools import TOOLS, Environments, Tool, command, why

HERE = Path(__file__).resolve().parent
COLD = "gradlint, one process"
TWO = "gradlint, two processes"
WARM = "gradlint, nothing changed"
PARSED = "libcst, files that need it"
QUICK = "libcst, the same without collector and checks"
WHOLE = "libcst, all files"
RUFF_WARM = "ruff, nothing changed"
SIZES = (*(size * 10**power for power in (3, 4, 5) for size in (1, 2, 5)), 10**6)

Section = dict[str, Any]
"""What is kept of a part, as JSON."""


@dataclass(frozen=True, slots=True)
class Bench:
    """What all parts need."""

    environments: Environments
    scratch: Path
    rounds: int
    seconds: float
    tell: Callable[[str], None]

    def gradlint(self, *words: str | Path) -> tuple[str, ...]:
        return (str(self.environments.gradlint() / "gradlint"), *map(str, words))

    def reference(self, what: str, names: Path) -> tuple[str, ...]:
        return (str(self.environments.gradlint() / "python"), str(HERE / "triaged.py"), what, str(names))

    def measured(self, commands: Sequence[Command], rounds: int | None = None) -> dict[str, Measured]:
        return interleaved(commands, rounds or self.rounds, self.seconds, self.tell)

    def names(self, files: Sequence[Path] | Sequence[str], name: str) -> Path:
        """A file with one path per line."""
        made = self.scratch / f"{name}.txt"
        made.write_text("".join(f"{file}\n" for file in files), encoding="utf-8")
        return made

    def survivors(self, corpus: Corpus) -> list[str]:
        """The files that triage lets through."""
        words = self.reference("list", self.names(corpus.files, "all"))
        run = subprocess.run(words, check=True, capture_output=True, text=True, env=environment())
        return run.stdout.splitlines()


def compare(bench: Bench, corpus: Corpus) -> Section:
    """Every linter that can be expected to finish, over one project."""
    needed = bench.survivors(corpus)
    needed_names = bench.names(needed, f"{corpus.folder.name}-needed")
    every_name = bench.names(corpus.files, f"{corpus.folder.name}-all")
    kept = _warmed(bench, [corpus.folder], corpus.folder.name)
    cold = ("--isolated", "--no-cache", "--exit-zero", "--quiet")
    commands = [
        Command(COLD, bench.gradlint(*cold, "-j1", corpus.folder)),
        Command(TWO, bench.gradlint(*cold, "-j2", corpus.folder)),
        Command(WARM, kept, folder=corpus.folder),
        Command(PARSED, bench.reference("parse", needed_names)),
        Command(QUICK, bench.reference("quick", needed_names)),
        Command(WHOLE, bench.reference("parse", every_name)),
    ]
    lost: dict[str, str] = {}
    for tool in TOOLS:
        if tool.slow and not corpus.small:
            continue
        try:
            commands.append(command(tool, bench.environments.of(tool), corpus.folder))
        except subprocess.CalledProcessError as error:
            lost[tool.name] = why(error)
    found = bench.measured(commands)
    return {
        "files": len(corpus.files),
        "lines": corpus.lines,
        "needed files": len(needed),
        "needed lines": lines_of(map(Path, needed)),
        "runs": {name: vars(measured) for name, measured in found.items()}
        | {name: vars(Measured(failure=text)) for name, text in lost.items()},
    }


def _warmed(bench: Bench, folders: Sequence[Path], name: str) -> tuple[str, ...]:
    """The command for a run in which nothing has changed, after the one that fills the cache.

    Both have to be run in the same folder, which is part of the settings that a cache is for.
    """
    place = bench.scratch / f"cache-{name}"
    words = bench.gradlint("--isolated", "--cache-dir", place, "--exit-zero", "--quiet", *folders)
    quiet = subprocess.DEVNULL
    subprocess.run(words, check=True, stdout=quiet, stderr=quiet, env=environment(), cwd=folders[0])
    return words


def warm(bench: Bench, projects: Sequence[Corpus]) -> Section:
    """Nothing has changed in a tree of thousands of files: gradlint and ruff, both from their caches.

    ruff forgets files with findings, so it runs with rules that find none: syntax errors only.
    """
    folders = [corpus.folder for corpus in projects]
    ruff = bench.environments.of(_tool("ruff")) / "ruff"
    place = bench.scratch / "cache-ruff"
    words = (
        str(ruff),
        "check",
        "--isolated",
        "--select",
        "E9",
        "--cache-dir",
        str(place),
        *map(str, folders),
    )
    here = folders[0]
    first = subprocess.run(words, capture_output=True, text=True, env=environment(), cwd=here)
    commands = [
        Command(WARM, _warmed(bench, folders, "tree"), folder=here),
        Command(RUFF_WARM, words, folder=here),
        Command("ruff, without its cache", (*words[:3], "--no-cache", *words[3:5], *words[7:]), folder=here),
    ]
    rounds = max(bench.rounds, 5)
    found = bench.measured(commands, rounds)
    return {
        "rounds": rounds,
        "files": sum(len(corpus.files) for corpus in projects),
        "lines": sum(corpus.lines for corpus in projects),
        "ruff finds": (first.stdout.strip() or "nothing").splitlines()[-1],
        "runs": {name: vars(measured) for name, measured in found.items()},
    }


FRAMEWORK = "import torch\n\nx = torch.ones(3, requires_grad=True)\ny = x.exp()\ny.sum().backward()\n"
HAZARD = "import torch\n\nx = torch.ones(3, requires_grad=True)\nx.exp_()\nx.sum().backward()\n"
PLAIN = "import os\n\nprint(os.getcwd())\n"


def startup(bench: Bench) -> Section:
    """What a run costs that has next to nothing to do."""
    folder = bench.scratch / "one"
    folder.mkdir(exist_ok=True)
    for name, text in (("plain.py", PLAIN), ("framework.py", FRAMEWORK), ("hazard.py", HAZARD)):
        (folder / name).write_text(text)
    python = str(bench.environments.gradlint() / "python")

    def lint(title: str, name: str) -> Command:
        return Command(title, bench.gradlint("--no-cache", "--isolated", name), folder=folder)

    commands = [
        Command("python -c pass", (python, "-c", "pass")),
        Command("python -c 'import libcst'", (python, "-c", "import libcst")),
        Command("gradlint --help", bench.gradlint("--help")),
        Command("gradlint --version", bench.gradlint("--version")),
        Command("gradlint rule GL101", bench.gradlint("rule", "GL101")),
        lint("one file without a framework", "plain.py"),
        lint("one file with a framework", "framework.py"),
        lint("one file with a finding", "hazard.py"),
    ]
    for tool in TOOLS:
        try:
            made = command(tool, bench.environments.of(tool), folder / "framework.py")
        except subprocess.CalledProcessError:
            continue
        commands.append(Command(f"{tool.name}, one file", made.words, made.fine))
    rounds = max(bench.rounds, 7)
    found = bench.measured(commands, rounds)
    return {"rounds": rounds, "runs": {name: vars(measured) for name, measured in found.items()}}


def growth(bench: Bench, projects: Sequence[Corpus], most: int) -> Section:
    """Cold runs over sets of files that grow from a thousand lines to a million."""
    files = [Path(name) for corpus in projects for name in bench.survivors(corpus)]
    sizes = [size for size in SIZES if size <= most]
    points = []
    for size, taken in zip(sizes, growing(files, sizes)):
        base = projects[0].folder.parent
        names = [str(file.relative_to(base)) for file in taken]
        words = bench.gradlint("--isolated", "--no-cache", "--exit-zero", "--quiet", "-j1", *names)
        rounds = max(1, min(bench.rounds, 300_000 // size))
        name = f"{size} lines"
        measured = bench.measured([Command(name, words, folder=base)], rounds)[name]
        points.append({"lines": lines_of(taken), "files": len(taken), **vars(measured)})
    return {"points": points}


def _tool(name: str) -> Tool:
    return next(tool for tool in TOOLS if tool.name == name)


def scratch_below(cache: Path) -> tempfile.TemporaryDirectory[str]:
    cache.mkdir(parents=True, exist_ok=True)
    return tempfile.TemporaryDirectory(dir=cache, prefix="run-")
