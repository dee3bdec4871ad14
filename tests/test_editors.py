"""Editors get what they read: Neovim speaks to the server, and the parsers that know ruff know our JSON."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import gradlint
from gradlint.cli.arguments import parse

ROOT = Path(gradlint.__file__).parent.parent
SESSION = ROOT / "tests" / "editors" / "session.lua"
GUIDE = (ROOT / "docs" / "editors.md").read_text("utf-8")
BAD = "import torch\n\nx = torch.ones(3, requires_grad=True)\nx.exp_()\nx.sum().backward()\n"
NUMPY = """\
import numpy as np
import jax
import jax.numpy as jnp


def loss(w):
    return jnp.sum(np.tanh(w))


def other(w):
    return np.exp(w).sum()


print(jax.grad(loss)(jnp.ones(3)), jax.grad(other)(jnp.ones(3)))
"""
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", GUIDE, re.DOTALL)
nvim = pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim (nvim) is not installed")
emacs = pytest.mark.skipif(shutil.which("emacs") is None, reason="Emacs (emacs) is not installed")


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def program(folder: Path) -> Path:
    """A command `gradlint` that starts this source with this interpreter, as an editor would find it."""
    made = folder / "bin" / "gradlint"
    made.parent.mkdir()
    made.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m gradlint "$@"\n')
    made.chmod(0o755)
    return made


def called(words: list[str], text: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "gradlint", *words],
        input=text,
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "")
    return done.stdout


def neovim(folder: Path, text: str, **wanted: str) -> dict[str, Any]:
    """One session: what Neovim shows before and after the action that is wanted, and the lines it then has."""
    (folder / "train.py").write_text(text)
    answer = folder / "answer.json"
    done = subprocess.run(
        ["nvim", "--headless", "--clean", "-n", "-i", "NONE", "train.py", "-c", f"luafile {SESSION}"],
        cwd=folder,
        env=environment(
            ANSWER=str(answer),
            SERVER=json.dumps([sys.executable, "-m", "gradlint", "server"]),
            **wanted,
            XDG_STATE_HOME=str(folder / "state"),
        ),
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen: dict[str, Any] = json.loads(answer.read_text())
    assert "failure" not in seen, seen["failure"]
    return seen


@nvim
@pytest.mark.parametrize(
    ("title", "line"),
    [("Compute a new tensor", "x = x.exp()"), ("Ignore GL201 here", "x.exp_()  # gradlint: ignore[GL201]")],
)
def test_neovim_from_opening_to_the_quick_fix(tmp_path: Path, title: str, line: str) -> None:
    seen = neovim(tmp_path, BAD, TITLE=title)
    (diagnostic,) = seen["before"]
    assert (diagnostic["code"], diagnostic["source"], diagnostic["severity"]) == ("GL201", "gradlint", 1)
    place = tuple(diagnostic[key] for key in ("lnum", "col", "end_lnum", "end_col"))
    assert place == (3, 0, 3, 8)
    assert "Run the code and prove GL201" in seen["titles"]
    assert not seen["after"]
    assert seen["lines"] == BAD.replace("x.exp_()", line).splitlines()


@nvim
def test_neovim_makes_all_safe_fixes(tmp_path: Path) -> None:
    seen = neovim(tmp_path, NUMPY, ONLY="source.fixAll.gradlint", TITLE="Make all")
    assert [one["code"] for one in seen["before"]] == ["GL101", "GL101"]
    assert not seen["after"]
    assert seen["lines"] == NUMPY.replace(" np.", " jnp.").replace("(np.", "(jnp.").splitlines()


@emacs
def test_flymake_reads_the_concise_format(tmp_path: Path) -> None:
    (block,) = [text for kind, text in BLOCKS if kind == "elisp" and "python-flymake-command" in text]
    (tmp_path / "train.py").write_text(BAD)
    folder = program(tmp_path).parent
    wait = (
        f'{block} (find-file "train.py") (python-mode) (flymake-mode 1) (flymake-start)'
        "(dotimes (_ 600) (unless (flymake-diagnostics) (accept-process-output nil 0.1)))"
        '(dolist (d (flymake-diagnostics)) (message "%d %s" (line-number-at-pos (flymake-diagnostic-beg d))'
        " (flymake-diagnostic-text d)))"
    )
    done = subprocess.run(
        ["emacs", "-Q", "--batch", "--eval", f"(progn {wait})"],
        cwd=tmp_path,
        env=environment(PATH=os.pathsep.join((str(folder), os.environ["PATH"]))),
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"^4 GL201 in-place change of a leaf", done.stderr, re.MULTILINE), done.stderr


def is_place(value: object) -> bool:
    return isinstance(value, dict) and all(
        type(value.get(key)) is int and value[key] >= 1 for key in ("row", "column")
    )


def test_nvim_lint_reads_our_json_as_that_of_ruff(tmp_path: Path) -> None:
    # What its linter `ruff` calls, with another program.
    words = "check --force-exclude --quiet --stdin-filename train.py --no-fix --output-format json -"
    (item,) = json.loads(called(words.split(), BAD, tmp_path))
    # And what its parser takes from each item: it counts from 0 and subtracts 1 from each number.
    assert isinstance(item["message"], str)
    assert isinstance(item["code"], str)
    assert is_place(item["location"])
    assert is_place(item["end_location"])
    assert item["location"] == {"row": 4, "column": 1}
    assert item["end_location"] == {"row": 4, "column": 9}


@pytest.mark.parametrize("before", [[], ["check"]])
def test_ale_reads_our_json_lines_as_those_of_ruff(tmp_path: Path, before: list[str]) -> None:
    # ALE says `check` to newer versions of ruff only; both are understood.
    words = "-q --no-fix --output-format json-lines --stdin-filename train.py -"
    (line,) = called([*before, *words.split()], BAD, tmp_path).splitlines()
    item = json.loads(line)
    assert is_place(item["location"])
    assert is_place(item["end_location"])
    for key in ("code", "name", "message"):
        assert isinstance(item[key], str)
    # A code with an E and digits would be shown as an error of syntax.
    assert not re.search(r"E\d+", item["code"], re.IGNORECASE)


def test_ale_asks_for_a_version_that_it_can_read() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gradlint", "--version"],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert re.fullmatch(r"gradlint \d+\.\d+\.\d+\n", done.stdout)


def test_every_command_of_the_guide_is_understood() -> None:
    quoted = [
        re.findall(r'"([^"]*)"', line)
        for _, block in BLOCKS
        for line in re.findall(r'"gradlint"[^\n]*"-"', block)
    ]
    plain = re.findall(r"%e (-[^']*)'", GUIDE) + re.findall(r"`(--quiet [^`]*)`", GUIDE)
    commands = [words[1:] for words in quoted] + [
        shlex.split(line.replace("$FilePath$", "a.py")) for line in plain
    ]
    assert len(commands) == 4
    for command in commands:
        parse(command)


def test_the_guide_speaks_of_every_editor() -> None:
    headings = re.findall(r"^## (.*)", GUIDE, re.MULTILINE)
    assert headings == ["Neovim", "Vim", "Emacs", "VS Code", "PyCharm", "Helix"]
    assert "pip install gradlint\n" not in GUIDE
    assert {kind for kind, _ in BLOCKS} == {"console", "lua", "vim", "elisp", "json", "toml"}


def test_the_settings_of_helix_are_toml() -> None:
    tomllib = pytest.importorskip("tomllib")
    (block,) = [text for kind, text in BLOCKS if kind == "toml"]
    settings = tomllib.loads(block)
    (language,) = settings["language"]
    assert settings["language-server"]["gradlint"] == {"command": "gradlint", "args": ["server"]}
    assert "gradlint" in language["language-servers"]
