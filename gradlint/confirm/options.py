"""How runtime mode is to be run."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class Options:
    device: str = "cpu"
    python: str = field(default_factory=lambda: sys.executable)
    """The interpreter that has the user's frameworks."""
    chosen_by: str = "the interpreter that runs gradlint"
    on: str | None = None
    """Another machine to execute on: `ssh:HOST[:PYTHON]`."""
    recorded: str | None = None
    """A file of `gradlint run --record`; without it the one of the project counts, if there is one."""
    sandbox: Literal["strict", "weak"] = "strict"
    seconds: float = 10.0
    memory_mb: int = 2048
    disk_mb: int = 256
    save_repro: str | None = None
    """The folder for reproductions that run by themselves."""
    drop_refuted: bool = False
