"""What the host says about how programs are to be run, and what it learns about how they ended."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any, Literal

from gradlint.confirm.runner.process.sandbox import LAYERS

Job = dict[str, Any]
End = Literal[
    "reported", "invalid", "timeout", "memory", "disk", "crashed", "exited", "flooded", "setup", "absent"
]

IMPORT_PATIENCE = 180.0
"""Seconds that the import of a framework may take."""


@dataclass(frozen=True)
class Settings:
    """How programs are run; the defaults are safe."""

    python: str = sys.executable
    on: str | None = None
    """Another machine that programs are executed on, as in `ssh:HOST[:PYTHON]`; it names the interpreter as well."""
    device: str = "cpu"
    sandbox: Literal["strict", "weak"] = "strict"
    seconds: float = 10.0
    memory_mb: int = 2048
    disk_mb: int = 256
    at_once: int | None = None
    """Programs side by side; as many as the machine has room for, if not said."""
    layers: tuple[str, ...] = LAYERS
    """Layers of the sandbox to use where they exist; fewer only to measure what each of them holds."""


@dataclass(frozen=True)
class Answer:
    """How a job ended; a report only if it ended as `reported`."""

    job_id: str
    end: End
    reason: str
    layers: dict[str, str] = field(default_factory=dict)
    report: dict[str, Any] | None = None
    cpu_seconds: float = 0.0
    wall_seconds: float = 0.0
    peak_mb: int = 0
    output: str = ""
    forged: int = 0
    """Messages that came over the private pipe without being ours."""
    fresh: bool = False
    """Run in an interpreter of its own, after a forked one had died."""
