"""A rule under one name: its module, its TOML file, its cases; and what a run imports of that."""

from __future__ import annotations

from pathlib import Path

from gradlint import rules
from gradlint.core.catalog import headings
from gradlint.rules import detected, module_name
from gradlint.rules.shared import chain
from tests.rule_index import INDEX, index
from tests.support.cases import CASES
from tests.support.fresh import printed

FOLDER = Path(rules.__file__).parent
ROOT = FOLDER.parents[1]


def test_every_module_of_a_rule_is_named_after_its_rule() -> None:
    named = {module_name(code, headings()[code].name).rpartition(".")[2] for code in detected()}
    assert {path.stem for path in FOLDER.glob("gl*.py")} == named


def test_every_rule_that_is_detected_has_cases() -> None:
    assert {path.name for path in CASES.iterdir()} >= detected()


def test_what_restores_a_gradient_is_the_fix_of_a_rule() -> None:
    assert all(rules.fixer(code) is not None for code in chain.FIXED_BY.values())


def test_the_index_says_what_the_rules_read() -> None:
    assert index() == INDEX.read_text("utf-8"), "python -m tests.rule_index renews the index"


def test_a_program_without_findings_imports_few_rules() -> None:
    program = (
        "import sys, gradlint; text = 'import torch\\nw = torch.zeros(3, requires_grad=True)\\nw.sum().backward()\\n';"
        "print(list(gradlint.lint_source(text))); print(sum('rules.gl' in name for name in sys.modules))"
    )
    found, imported = printed(program, cwd=ROOT, path=(ROOT,)).splitlines()
    assert found == "[]"
    assert int(imported) < len(detected()) / 3
