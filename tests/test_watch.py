"""`gradlint --watch`, in a process of its own: lints, waits, and lints what has changed."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import gradlint
from gradlint.cli.entry import main
from tests.support.interrupting import hears_ctrl_c

ROOT = Path(gradlint.__file__).parent.parent
LEAF = "import torch\nx = torch.ones(3, requires_grad=True)\nx.exp_()\nx.sum().backward()\n"
GOOD = LEAF.replace("x.exp_()", "x = x.exp()")


class Watched:
    """A run that says what it prints, until it watches again."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "gradlint", "--watch", "--output-format", "concise"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            preexec_fn=hears_ctrl_c,
        )
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)

    def round(self) -> str:
        lines = []
        while not lines or "watching" not in lines[-1]:
            lines.append(self._lines.get(timeout=60))
        return "".join(lines)

    def says(self, wanted: str) -> bool:
        """In this round or the next: a file that is still being written is a change of its folder, and a round."""
        return any(wanted in self.round() for _ in range(2))


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    (tmp_path / "a.py").write_text(LEAF)
    run = Watched(tmp_path)
    yield run
    run.process.kill()
    run.process.wait()


def put(path: Path, text: str) -> None:
    """All at once: whoever looks while a file is being written sees an empty one."""
    part = path.with_name(f"{path.name}.part")
    part.write_text(text)
    part.replace(path)


def test_what_changes_is_linted_again(watched: Watched, tmp_path: Path) -> None:
    assert "a.py:3:1: GL201" in watched.round()
    put(tmp_path / "a.py", GOOD)
    assert watched.says("All checks passed!")
    put(tmp_path / "b.py", LEAF)
    assert watched.says("b.py:3:1: GL201")
    put(tmp_path / "gradlint.toml", 'ignore = ["GL2"')
    assert watched.says("gradlint.toml: not valid TOML")
    put(tmp_path / "gradlint.toml", 'ignore = ["GL2"]')
    assert watched.says("All checks passed!")
    watched.process.send_signal(signal.SIGINT)
    assert watched.process.wait(30) == 0


@pytest.mark.parametrize("words", [["-"], ["--diff"], ["--write-baseline", "a.json"], ["--add-ignore"]])
def test_what_it_does_not_go_with(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--watch", *words]) == 2
    assert capsys.readouterr().err.startswith("gradlint: error: --watch")
