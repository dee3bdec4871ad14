"""gradlint as a library."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import gradlint
from gradlint.core.errors import GradlintError

LEAF = "import torch\nx = torch.ones(3, requires_grad=True)\nx.exp_()\nx.sum().backward()\n"


def test_a_text() -> None:
    (finding,) = gradlint.lint_source(LEAF)
    assert (finding.code, finding.span.start.row) == ("GL201", 3)
    assert gradlint.lint_source(LEAF.encode()) == (finding,)
    assert gradlint.lint_source(LEAF, ignore=["GL2"]) == ()
    assert gradlint.lint_source(LEAF, select=["GL1"]) == ()


def test_a_document_by_its_name() -> None:
    (finding,) = gradlint.lint_source(f"# Title\n\n```python\n{LEAF}```\n", "guide.md")
    assert finding.span.start.row == 6


def test_no_python_is_a_finding_and_no_exception() -> None:
    assert [one.code for one in gradlint.lint_source("import torch\nx = (\n")] == ["GL900"]


def test_an_unknown_rule_is_an_error() -> None:
    with pytest.raises(GradlintError, match="GL999"):
        gradlint.lint_source(LEAF, select=["GL999"])


def test_paths(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(LEAF)
    (tmp_path / "good.py").write_text("import torch\n")
    results = {Path(result.path).name: result for result in gradlint.lint_paths([str(tmp_path)])}
    assert [one.code for one in results["bad.py"].findings] == ["GL201"]
    assert results["good.py"].findings == ()
    (tmp_path / "gradlint.toml").write_text('ignore = ["GL201"]\n')
    assert not any(result.findings for result in gradlint.lint_paths([str(tmp_path)]))
    assert any(result.findings for result in gradlint.lint_paths([str(tmp_path)], isolated=True))


def test_the_import_costs_nothing() -> None:
    code = (
        "import sys, gradlint; sys.exit(any(name in sys.modules for name in ('libcst', 'rich', 'argparse')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
