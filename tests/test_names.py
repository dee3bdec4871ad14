"""Names of libraries: whatever the data says is there."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from gradlint.knowledge.names.checked import NOT_THERE
from gradlint.knowledge.names.operations import OWN_NODES
from tests.support.name_checks import lists, written_out


def test_every_name_and_every_operation_is_there() -> None:
    """In a process of its own: all frameworks together would stay in memory, and in every fork, for the other tests."""
    command = [sys.executable, "-m", "tests.support.name_checks"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[1], check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout.splitlines()[-1]) == {
        "names": {},
        "operations": [],
        "written out": [],
    }


def test_what_is_not_there_is_named_once_and_used() -> None:
    used = {word for _, words in lists() for word in words} | set(written_out())
    assert set(NOT_THERE) <= used
    assert used >= OWN_NODES
