"""What is in the wheel, and that it works away from the source tree."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

import gradlint
from tests.support.fresh import printed

ROOT = Path(gradlint.__file__).parent.parent
RULES = sorted(file.name for file in (ROOT / "rules").iterdir())


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source distribution."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", str(folder)], cwd=ROOT, check=True)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> zipfile.ZipFile:
    (file,) = built.glob("*.whl")
    return zipfile.ZipFile(file)


def test_the_wheel_has_the_name_that_is_ours(built: Path, wheel: zipfile.ZipFile) -> None:
    (file,) = built.glob("*.whl")
    assert file.name == f"gradlint_autodiff-{gradlint.__version__}-py3-none-any.whl"
    prefix = f"gradlint_autodiff-{gradlint.__version__}.dist-info"
    metadata = Parser().parsestr(wheel.read(f"{prefix}/METADATA").decode())
    assert metadata["Name"] == "gradlint-autodiff"
    assert metadata["Requires-Python"] == ">=3.10"
    assert metadata["License-Expression"] == "MIT"
    assert "gradlint = gradlint.cli.entry:command" in wheel.read(f"{prefix}/entry_points.txt").decode()


def test_the_wheel_holds_the_rules_and_the_tables(wheel: zipfile.ZipFile) -> None:
    names = wheel.namelist()
    assert sorted(os.path.basename(name) for name in names if name.startswith("gradlint/catalogue/")) == RULES
    assert "gradlint/py.typed" in names
    for part in ("page.css", "page.js"):
        assert f"gradlint/report/html/{part}" in names
    for table in (ROOT / "gradlint" / "knowledge" / "data").rglob("*.*"):
        assert table.relative_to(ROOT).as_posix() in names


def test_the_wheel_holds_nothing_else(wheel: zipfile.ZipFile) -> None:
    tops = {name.partition("/")[0] for name in wheel.namelist()}
    assert tops == {"gradlint", f"gradlint_autodiff-{gradlint.__version__}.dist-info"}
    assert not [name for name in wheel.namelist() if "__pycache__" in name]


def test_installing_needs_no_framework(wheel: zipfile.ZipFile) -> None:
    prefix = f"gradlint_autodiff-{gradlint.__version__}.dist-info"
    metadata = Parser().parsestr(wheel.read(f"{prefix}/METADATA").decode())
    required = [one for one in metadata.get_all("Requires-Dist", []) if "extra ==" not in one]
    names = {re.split(r"[<>;=]", one)[0].strip() for one in required}
    assert names == {"libcst", "markdown-it-py", "pathspec", "rich", "tomli"}


def test_the_wheel_works_on_its_own(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path / "site")
    (tmp_path / "a.py").write_text("import torch\nx = torch.ones(1, requires_grad=True)\nx.exp_()\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    where = "import gradlint, sys; sys.stdout.write(gradlint.__file__)"
    for words, code, expected in (
        (["-c", where], 0, str(tmp_path / "site" / "gradlint" / "__init__.py")),
        (["-m", "gradlint", "--version"], 0, gradlint.__version__),
        (["-m", "gradlint", "rule", "--all"], 0, "GL901"),
        (["-m", "gradlint", "a.py"], 1, "a.py:3:1"),
    ):
        done = subprocess.run(
            [sys.executable, *words],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (code, "")
        assert expected in done.stdout


def test_the_source_distribution_makes_the_same_wheel(
    built: Path, wheel: zipfile.ZipFile, tmp_path: Path
) -> None:
    (file,) = built.glob("*.tar.gz")
    with tarfile.open(file) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    assert sorted(one.name for one in (source / "rules").iterdir()) == RULES
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "again")],
        cwd=source,
        check=True,
    )
    (again,) = (tmp_path / "again").glob("*.whl")
    assert sorted(zipfile.ZipFile(again).namelist()) == sorted(wheel.namelist())


def test_a_stale_copy_of_the_rules_is_not_read(tmp_path: Path) -> None:
    # An editable install leaves such a folder in site-packages, in front of the real package.
    stale = tmp_path / "gradlint" / "catalogue"
    stale.mkdir(parents=True)
    (stale / "GL999-stale-rule.toml").write_text("")
    program = "from gradlint.core import catalog; print('GL999' in catalog.headings())"
    assert printed(program, cwd=tmp_path, path=(tmp_path, ROOT)) == "False\n"


def test_the_hook_for_pre_commit_calls_the_command() -> None:
    hook = (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")
    for line in ("- id: gradlint", "entry: gradlint", "language: python", "args: [--force-exclude]"):
        assert line in hook


def test_the_tag_that_the_guides_name_is_that_of_this_version() -> None:
    for name in ("README.md", "docs/ci.md", "docs/releasing.md"):
        text = (ROOT / name).read_text("utf-8")
        assert set(re.findall(r"\bv(\d+\.\d+\.\d+)\b", text)) <= {gradlint.__version__}, name
    assert f"v{gradlint.__version__}" in (ROOT / "docs" / "releasing.md").read_text("utf-8")
