"""The tools to compare with: pinned, each in an environment of its own, and how each is told to lint a folder."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measuring import Command, environment

ROOT = Path(__file__).resolve().parents[1]
_CODE = ("gradlint", "rules", "pyproject.toml", "README.md", "LICENSE")


@dataclass(frozen=True, slots=True)
class Tool:
    """A linter of the package index."""

    name: str
    requirements: tuple[str, ...]
    words: tuple[str, ...]
    """The command; {} is the folder to lint."""
    fine: frozenset[int] = frozenset({0, 1})
    slow: bool = False
    """Seconds for a thousand lines: only for the small projects."""


TOOLS = (
    Tool("ruff", ("ruff==0.17.4",), ("ruff", "check", "--isolated", "--no-cache", "--quiet", "{}")),
    Tool("flake8", ("flake8==7.5.0",), ("flake8", "--isolated", "-j1", "{}")),
    Tool(
        "flake8 with TorchFix",
        ("flake8==7.5.0", "TorchFix==0.7.0", "libcst==1.5.1"),
        ("flake8", "--isolated", "-j1", "--extend-select", "TOR", "{}"),
        slow=True,
    ),
    Tool(
        "TorchFix alone",
        ("flake8==7.5.0", "TorchFix==0.7.0", "libcst==1.5.1"),
        ("torchfix", "--select", "ALL", "{}"),
        slow=True,
    ),
    Tool("torch-preflight", ("torch-preflight==0.5.0",), ("torch-preflight", "check", "{}"), slow=True),
    Tool("Fixit", ("fixit==2.2.1",), ("fixit", "--quiet", "lint", "{}"), slow=True),
    Tool(
        "pylint",
        ("pylint==4.1.3",),
        ("pylint", "-j1", "--recursive=y", "--score=n", "{}"),
        frozenset(range(32)),
        slow=True,
    ),
)


class Environments:
    """Virtual environments below a folder, made when they are first requested."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._gradlint: Path | None = None

    def of(self, tool: Tool) -> Path:
        """The folder with the programs of a tool; raises CalledProcessError where it cannot be installed."""
        return self._made("-".join(tool.requirements), tool.requirements)

    def gradlint(self) -> Path:
        """The same for gradlint as it is when first requested, installed as a user would, with its bytecode."""
        if self._gradlint is not None:
            return self._gradlint
        known = self._folder / "gradlint" / "made-from"
        state = _state()
        if not known.is_file() or known.read_text() != state:
            shutil.rmtree(known.parent, ignore_errors=True)
            self._made("gradlint", (str(ROOT),))
            known.write_text(state)
        self._gradlint = known.parent / "bin"
        return self._gradlint

    def _made(self, name: str, requirements: tuple[str, ...]) -> Path:
        place = self._folder / name
        if not (place / "complete").exists():
            shutil.rmtree(place, ignore_errors=True)
            subprocess.run([sys.executable, "-m", "venv", str(place)], check=True, env=environment())
            install = [str(place / "bin" / "python"), "-m", "pip", "install", "--quiet", *requirements]
            subprocess.run(install, check=True, env=environment(), capture_output=True, text=True)
            (place / "complete").touch()
        return place / "bin"


def command(tool: Tool, programs: Path, folder: Path) -> Command:
    words = [str(folder) if word == "{}" else word for word in tool.words]
    return Command(tool.name, (str(programs / words[0]), *words[1:]), tool.fine)


def why(error: subprocess.CalledProcessError) -> str:
    said = (error.stderr or "").strip().splitlines() or ["no message"]
    return f"cannot be installed: {said[-1][:100]}"


def versions(programs: Path, *names: str) -> list[str]:
    """`name version` of distributions in an environment."""
    code = "import importlib.metadata as m, sys\nfor n in sys.argv[1:]: print(n, m.version(n))"
    words = [str(programs / "python"), "-c", code, *names]
    return subprocess.run(
        words, check=True, capture_output=True, text=True, env=environment()
    ).stdout.splitlines()


def _state() -> str:
    """A digest of everything that is installed as gradlint."""
    digest = hashlib.sha256()
    for name in _CODE:
        place = ROOT / name
        for file in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if file.suffix in (".py", ".toml", ".json", ".md", ""):
                if file.is_file():
                    digest.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
    return digest.hexdigest()
