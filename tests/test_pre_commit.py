"""The hooks as people run them: pre-commit installs this source and calls both of them in a repository."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import gradlint

ROOT = Path(gradlint.__file__).parent.parent
PACKAGED = (".pre-commit-hooks.yaml", "LICENSE", "README.md", "gradlint", "pyproject.toml", "rules")
NO_PACKAGES = re.compile(
    r"No matching distribution|Could not find a version|Max retries|[Cc]onnection|[Nn]etwork|[Tt]imed out|resolve"
)
LOSS = """\
import jax
import jax.numpy as jnp
import numpy as np


def loss(w):
    return jnp.sum(np.tanh(w))


print(jax.grad(loss)(jnp.ones(3)))
"""
FIXED = LOSS.replace("(np.", "(jnp.")
FILES = {
    "loss.py": LOSS,
    "generated.py": LOSS,
    "guide.md": f"# Guide\n\n```python\n{LOSS}```\n",
    "notes.txt": LOSS,
    "gradlint.toml": 'extend-exclude = ["generated.py"]\n',
}


@dataclass(frozen=True)
class Tried:
    code: int
    output: str
    folder: Path

    def hook(self, name: str) -> str:
        """What one hook had to say."""
        parts = re.split(rf"^{re.escape(name)}\.+", self.output, flags=re.MULTILINE)
        assert len(parts) == 2, self.output
        return re.split(r"^\S.*\.{3,}(?:Passed|Failed|\(no files)", parts[1], flags=re.MULTILINE)[0]


def repository(folder: Path) -> None:
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "All"]):
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def outside(folder: Path) -> dict[str, str]:
    """An environment in which git and pre-commit know nothing of the repository that the tests run in."""
    kept = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("GIT_", "PRE_COMMIT")) and key != "PYTHONPATH"
    }
    return {**kept, "PRE_COMMIT_HOME": str(folder / "home"), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory) -> Tried:
    pytest.importorskip("pre_commit", reason="pre-commit is not installed")
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    folder = tmp_path_factory.mktemp("hooks")
    source, project = folder / "source", folder / "project"
    source.mkdir()
    project.mkdir()
    for name in PACKAGED:
        if (ROOT / name).is_dir():
            shutil.copytree(
                ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__", ".*_cache")
            )
        else:
            shutil.copy(ROOT / name, source / name)
    for name, text in FILES.items():
        (project / name).write_text(text)
    repository(source)
    repository(project)
    try:
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "pre_commit",
                "try-repo",
                str(source),
                "--all-files",
                "--verbose",
                "--color=never",
            ],
            cwd=project,
            env=outside(folder),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=300,
            check=False,
        )
    except subprocess.TimeoutExpired:
        pytest.skip("pre-commit could not build the environment within 300 seconds")
    if done.returncode == 3 and NO_PACKAGES.search(done.stdout):
        pytest.skip("pre-commit could not build the environment: packages cannot be had here")
    return Tried(done.returncode, done.stdout, project)


def test_the_hook_reports_python_and_documents(tried: Tried) -> None:
    assert tried.code == 1, tried.output
    said = tried.hook("gradlint")
    assert said.startswith("Failed"), tried.output
    assert "exit code: 1" in said
    for place in ("loss.py:7:20", "guide.md:10:20"):
        assert place in said
    assert "files were modified" not in said


def test_what_the_configuration_excludes_stays_out(tried: Tried) -> None:
    assert "generated.py" not in tried.output
    assert (tried.folder / "generated.py").read_text() == LOSS


def test_what_is_neither_python_nor_a_document_stays_out(tried: Tried) -> None:
    assert "notes.txt" not in tried.output
    assert (tried.folder / "notes.txt").read_text() == LOSS


def test_the_other_hook_fixes_and_fails(tried: Tried) -> None:
    said = tried.hook("gradlint --fix")
    assert said.startswith("Failed"), tried.output
    assert "files were modified by this hook" in said
    assert (tried.folder / "loss.py").read_text() == FIXED
    assert FIXED in (tried.folder / "guide.md").read_text()
