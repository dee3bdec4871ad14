"""A program in an interpreter of its own, for tests of what gets imported and from where."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def printed(program: str, *words: str, cwd: Path = ROOT, path: tuple[Path, ...] = (ROOT,)) -> str:
    """What the program prints, given these words and this search path."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, path))}
    command = [sys.executable, "-c", program, *words]
    return subprocess.run(
        command, cwd=cwd, env=environment, check=True, capture_output=True, text=True
    ).stdout
