"""Programs that need a library which the base installation of the tests does not bring."""

from __future__ import annotations

import re
from importlib.util import find_spec

import pytest

STACK = (
    "accelerate", "lightning", "transformers", "peft", "torchdiffeq", "higher",
    "flax", "equinox", "haiku", "numpyro",
)  # fmt: skip
"""What the extra `test-stack` installs."""
UNPINNED = ("pennylane", "catalyst")
"""What no extra installs: it wants another JAX."""
_IMPORT = re.compile(rf"^\s*(?:from|import)\s+({'|'.join((*STACK, *UNPINNED))})\b", re.MULTILINE)


def absent(source: str) -> list[str]:
    """The libraries of the training stack that a program imports and that are not installed."""
    return sorted({name for name in _IMPORT.findall(source) if find_spec(name) is None})


def skip_where_absent(source: str) -> None:
    missing = absent(source)
    if missing:
        extra = "" if set(missing) & {*UNPINNED} else ": install the extra test-stack"
        pytest.skip(f"needs {', '.join(missing)}{extra}")
