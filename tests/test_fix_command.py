"""`--fix` as users see it: what is written, what is shown, and the exit code."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from gradlint.cli.entry import main

TYPO = "import torch\n\nx = torch.ones(3)\nx.require_grad = True  # keep me\ny = (x * 2).sum()\n"
LEAF = "import torch\nx = torch.ones(3, requires_grad=True)\nx.exp_()\nx.sum().backward()\n"
DETACH = (
    "import torch\nw = torch.ones(3, requires_grad=True)\nloss = (w * 2).sum().detach()\nloss.backward()\n"
)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "gradlint.toml").write_text("")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_safe_fix_is_made_and_nothing_else_is_touched(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "a.py").write_bytes(TYPO.replace("\n", "\r\n").encode())
    assert main(["--fix", "--select", "GL303", "a.py"]) == 0
    assert (project / "a.py").read_bytes() == TYPO.replace("require_", "requires_").replace(
        "\n", "\r\n"
    ).encode()
    assert "Fixed 1 finding." in capsys.readouterr().out
    assert main(["--fix", "--select", "GL303", "a.py"]) == 0, "a second time there is nothing to do"


def test_exit_codes(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "a.py").write_text(TYPO)
    assert main(["--fix", "--exit-non-zero-on-fix", "--select", "GL303", "a.py"]) == 1
    assert main(["--fix", "--exit-non-zero-on-fix", "--select", "GL303", "a.py"]) == 0


def test_a_difference_changes_nothing(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "a.py").write_text(TYPO)
    assert main(["--diff", "--select", "GL303", "a.py"]) == 1
    printed = capsys.readouterr()
    assert printed.out.startswith("--- a/a.py\n+++ b/a.py\n")
    assert "+x.requires_grad = True  # keep me\n" in printed.out
    assert printed.err == "Would fix 1 finding.\n"
    assert (project / "a.py").read_text() == TYPO


def test_unsafe_fixes_are_asked_for(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "a.py").write_text(DETACH)
    assert main(["--diff", "a.py"]) == 0
    assert capsys.readouterr().err == "Would fix 0 findings (1 more with --unsafe-fixes).\n"
    assert main(["--fix", "a.py"]) == 1
    assert capsys.readouterr().out.endswith("Fixed 0 findings (1 more with --unsafe-fixes).\n")
    assert (project / "a.py").read_text() == DETACH
    assert main(["--fix", "--unsafe-fixes", "--show-fixes", "a.py"]) == 0
    assert ".detach()" not in (project / "a.py").read_text()
    assert "a.py: 1 x GL401 detached-loss" in capsys.readouterr().out


def test_what_the_baseline_hides_is_not_fixed(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "a.py").write_text(TYPO)
    main(["--write-baseline", "known.json", "--select", "GL303", "a.py"])
    assert main(["--fix", "--baseline", "known.json", "--select", "GL303", "a.py"]) == 0
    assert (project / "a.py").read_text() == TYPO


def test_text_from_an_editor(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stdin:
        buffer = io.BytesIO(TYPO.encode())

    monkeypatch.setattr(sys, "stdin", Stdin)
    assert main(["--fix", "--quiet", "--select", "GL303", "--stdin-filename", "a.py", "-"]) == 0
    assert capsys.readouterr().out == TYPO.replace("require_", "requires_")


def test_a_notebook(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": ["# Title"]},
        {
            "cell_type": "code",
            "execution_count": 3,
            "metadata": {},
            "outputs": [{"name": "stdout", "output_type": "stream", "text": ["1\n"]}],
            "source": TYPO.splitlines(keepends=True),
        },
    ]
    before = {"cells": cells, "metadata": {"a": 1}, "nbformat": 4, "nbformat_minor": 5}
    (project / "a.ipynb").write_text(json.dumps(before, indent=1) + "\n")
    assert main(["--fix", "--select", "GL303", "a.ipynb"]) == 0
    after = json.loads((project / "a.ipynb").read_text())
    assert "".join(after["cells"][1]["source"]) == TYPO.replace("require_", "requires_")
    assert after["cells"][1]["outputs"] == cells[1]["outputs"]
    assert after["metadata"] == {"a": 1}


def test_ignoring_what_is_there(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "a.py").write_text(LEAF)
    (project / "b.py").write_text(
        DETACH.replace("loss = (w * 2).sum().detach()", "loss = (\n    w * 2\n).sum().detach()")
    )
    assert main(["--add-ignore", "known since May", "."]) == 0
    assert "2 findings in 2 files now ignored" in capsys.readouterr().out
    assert "x.exp_()  # gradlint: ignore[GL201] known since May\n" in (project / "a.py").read_text()
    assert ").sum().detach()  # gradlint: ignore[GL401] known since May\n" in (project / "b.py").read_text()
    assert main(["."]) == 0


def test_a_second_rule_joins_the_comment_that_is_there(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "a.py").write_text(LEAF.replace("x.exp_()", "x.exp_()  # gradlint: ignore[GL301] why"))
    main(["--ignore", "GL901", "--add-ignore", "--", "a.py"])
    assert "x.exp_()  # gradlint: ignore[GL301, GL201] why\n" in (project / "a.py").read_text()


def test_only_what_is_hidden_counts_as_ignored(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "a.py").write_text(DETACH.replace("detach()", "detach()  # gradlint: ignore[GL101]"))
    assert main(["--add-ignore", "", "a.py"]) == 0
    assert capsys.readouterr().out == "1 finding in 1 file now ignored\n"


def test_a_reason_of_two_lines_is_refused(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "a.py").write_text(LEAF)
    assert main(["--add-ignore", "a\nb", "a.py"]) == 2


REVEALING = (
    "import torch\nx = torch.ones(3, requires_grad=True)\ny = torch.zeros(3)\n"
    "y.require_grad = True\ny.exp_()\n(x * y).sum().backward()\n"
)


def test_a_fix_that_would_bring_another_finding_is_named_and_not_made(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "a.py").write_text(REVEALING)
    main(["--fix", "a.py"])
    assert (project / "a.py").read_text() == REVEALING
    assert "Not fixed: a.py:4 GL303: it would bring GL201 on line 5." in capsys.readouterr().out


def test_an_unused_suppression_is_removed(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "a.py").write_text("import torch\nx = torch.ones(3)  # noqa: E501, GL104\n")
    assert main(["--fix", "a.py"]) == 0
    assert (project / "a.py").read_text() == "import torch\nx = torch.ones(3)  # noqa: E501\n"
