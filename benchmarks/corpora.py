"""Real projects to lint: pinned releases of the package index, only their Python files."""

from __future__ import annotations

import os
import random
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.ecosystem.obtain import sources
from tests.ecosystem.projects import Project, chosen, listed

SMALL = ("einops", "vector-quantize-pytorch")
"""Small enough for the linters that need seconds for a thousand lines."""
MIDDLE = ("optax", "flax", "pytorch-lightning", "timm")
LARGE = ("kornia", "torch-geometric", "keras", "diffusers", "transformers")
ALL = (*SMALL, *MIDDLE, *LARGE)


@dataclass(frozen=True, slots=True)
class Corpus:
    """The Python files of one release below one folder."""

    name: str
    folder: Path
    files: tuple[Path, ...]
    lines: int

    @property
    def small(self) -> bool:
        return self.name.rpartition(" ")[0] in SMALL


def corpora(names: Sequence[str], cache: Path) -> list[Corpus]:
    return [_corpus(project, cache) for project in chosen(names, listed())]


def _corpus(project: Project, cache: Path) -> Corpus:
    folder = cache / "python" / project.release
    if not folder.is_dir():
        unpacked = sources(project, cache)
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as made:
            for file in unpacked.rglob("*.py"):
                copy = Path(made) / "new" / file.relative_to(unpacked)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, copy)
            os.rename(Path(made) / "new", folder)
    files = tuple(sorted(folder.rglob("*.py")))
    return Corpus(f"{project.name} {project.version}", folder, files, lines_of(files))


def lines_of(files: Iterable[Path]) -> int:
    return sum(file.read_bytes().count(b"\n") for file in files)


def growing(files: Iterable[Path], sizes: Sequence[int], seed: int = 0) -> list[list[Path]]:
    """For each size the first files, in an order by chance, that have so many lines together.

    A file that would make a set larger by a tenth than it should be is left for a larger set.
    """
    shuffled = sorted(files)
    random.Random(seed).shuffle(shuffled)
    counted = [(file, lines_of([file])) for file in shuffled]
    found = []
    for size in sizes:
        taken: list[Path] = []
        total = 0
        for file, lines in counted:
            if total + lines <= size * 1.1:
                taken.append(file)
                total += lines
            if total >= size:
                break
        found.append(taken)
    return found
