"""Files that no one should have, all linted by the real command together with good ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import gradlint

ROOT = Path(gradlint.__file__).parent.parent
LEAF = "import torch\nx = torch.ones(3, requires_grad=True)\nx.exp_()\nx.sum().backward()\n"
IMPORT = b"import torch\n"


def notebook(*cells: str) -> bytes:
    entries = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": cell} for cell in cells]
    return json.dumps({"cells": entries, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


def indented(text: str, by: str) -> str:
    return "".join(by + line for line in text.splitlines(keepends=True))


SILENT: dict[str, bytes] = {
    "empty.py": b"",
    "blank.py": b"\n \n\t\n",
    "only_bom.py": b"\xef\xbb\xbf",
    "no_framework_bad_syntax.py": b"def (:\n",
    "no_framework_binary.py": bytes(range(256)),
    "long_literal.py": IMPORT + b"x = [\n" + b"    1.0,\n" * 50_000 + b"]\n",
    "long_string.py": IMPORT + b"x = '" + b"a" * 1_000_000 + b"'\n",
    "no_newline.py": b"import torch",
    "only_comment.py": b"# import torch",
    "empty.ipynb": b"",
    "no_cells.ipynb": b'{"torch": 1}',
    "empty_cells.ipynb": notebook("", "import torch", "\n"),
    "empty.md": b"",
    "unclosed.md": b"```python\nimport torch\n",
    "latin1.py": b"# -*- coding: latin-1 -*-\nimport torch\nx = '\xe9'\n",
}
INVALID: dict[str, bytes] = {
    "syntax.py": IMPORT + b"x = (1,\n",
    "indent.py": IMPORT + b"if True:\n  x = 1\n y = 2\n",
    "python2.py": IMPORT + b"print 'x'\n",
    "utf8.py": IMPORT + b"x = '\xff\xfe'\n",
    "nul.py": IMPORT + b"x = 1\0\n",
    "cookie.py": b"# coding: klingon\nimport torch\n",
    "nested.py": IMPORT + b"x = " + b"(" * 500 + b")" * 500 + b"\n",
    "unclosed.py": IMPORT + b"x = " + b"[" * 100_000,
    "truncated.ipynb": notebook("import torch", "x = 1")[:-40],
    "list.ipynb": b'["torch"]',
    "cell.ipynb": notebook("import torch", "x = ("),
    "block.md": b"```{code-cell} python\nimport torch\nx = (\n```\n",
}
FOUND: dict[str, bytes] = {
    "good.py": LEAF.encode(),
    "bom.py": b"\xef\xbb\xbf" + LEAF.encode(),
    "crlf.py": LEAF.replace("\n", "\r\n").encode(),
    "cr.py": LEAF.replace("\n", "\r").encode(),
    "form_feed.py": LEAF.replace("x.exp_()", "\x0c\nx.exp_()").encode(),
    "tabs.py": f"if True:\n{indented(LEAF, chr(9))}".encode(),
    "spaced name.py": LEAF.encode(),
    "magics.ipynb": notebook("%matplotlib inline\n!pip install torch", LEAF),
    "block.markdown": f"- item\n\n  ```python\n{indented(LEAF, '  ')}  ```\n".encode(),
    "later.md": f"```python\nbroken (\n```\n\n```python\n{LEAF}```\n".encode(),
}


@pytest.fixture(scope="module")
def linted(tmp_path_factory: pytest.TempPathFactory) -> tuple[int, dict[str, list[str]], str]:
    """Exit code, codes by file, and what was said on standard error."""
    folder = tmp_path_factory.mktemp("nasty")
    for name, data in (SILENT | INVALID | FOUND).items():
        (folder / name).write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-m", "gradlint", "--output-format", "json", "."],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    codes: dict[str, list[str]] = {}
    for entry in json.loads(done.stdout):
        codes.setdefault(os.path.basename(entry["filename"]), []).append(entry["code"])
    return done.returncode, codes, done.stderr


def test_all_files_together_are_an_ordinary_run(linted: tuple[int, dict[str, list[str]], str]) -> None:
    code, _, complaints = linted
    assert (code, complaints) == (1, "")


@pytest.mark.parametrize("name", SILENT)
def test_nothing_is_wrong_with(name: str, linted: tuple[int, dict[str, list[str]], str]) -> None:
    assert linted[1].get(name, []) == []


@pytest.mark.parametrize("name", INVALID)
def test_what_is_no_python_is_one_clear_finding(
    name: str, linted: tuple[int, dict[str, list[str]], str]
) -> None:
    assert linted[1][name] == ["GL900"]


@pytest.mark.parametrize("name", FOUND)
def test_the_finding_is_found_in(name: str, linted: tuple[int, dict[str, list[str]], str]) -> None:
    assert [code for code in linted[1][name] if code != "GL900"] == ["GL201"]


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("good.py", "3:1"),
        ("bom.py", "3:1"),
        ("crlf.py", "3:1"),
        ("cr.py", "3:1"),
        ("form_feed.py", "4:1"),
        ("tabs.py", "4:2"),
        ("magics.ipynb", "cell 2:3:1"),
        ("block.markdown", "6:3"),
        ("later.md", "8:1"),
    ],
)
def test_the_place_is_that_of_the_editor(name: str, place: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(FOUND[name])
    done = subprocess.run(
        [sys.executable, "-m", "gradlint", "-q", "--output-format", "concise", "--select", "GL201", name],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.startswith(f"{name}:{place}: GL201 ")
    assert done.returncode == 1


def test_every_nasty_file_has_a_full_report(tmp_path: Path) -> None:
    for name, data in (INVALID | FOUND).items():
        (tmp_path / name).write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-m", "gradlint", "."],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert max(map(len, done.stdout.splitlines())) < 250
