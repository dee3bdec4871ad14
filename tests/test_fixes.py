"""Every fix removes its finding, leaves Python behind, and where it claims to be safe computes the right gradient.

The scripts are the `bad` examples of the rules and the labelled cases; both are linted again after the fix,
and run again. A case that asserts its own breakage must now fail that assertion, and run without it.
"""

from __future__ import annotations

import ast
import hashlib
import os
import pickle
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from gradlint.core import catalog
from gradlint.core.model import Finding, Severity
from gradlint.engine.findings import findings_in
from gradlint.fixing.apply import fixed_data, fixed_unit
from gradlint.fixing.edits import after
from gradlint.fixing.rounds import fix_file
from gradlint.rules import BY_RUNNING, fixed
from gradlint.sources.python import python_unit
from gradlint.sources.unit import Unit
from tests.support.outcome import Outcome
from tests.support.runner import measure, run_file
from tests.support.scripts import Script, broken
from tests.support.trials import EVERY, REVEALS

UNFIXED = {
    **dict.fromkeys(("GL900", "GL901"), "speaks of files and not of gradients"),
    **dict.fromkeys(
        ("GL320", "GL322", "GL613"),
        "what was meant cannot be told from what is written",
    ),
    **dict.fromkeys(
        ("GL324", "GL410"),
        "what has to change lies in another place, or in several",
    ),
    **dict.fromkeys(("GL412", "GL416", "GL710", "GL712"), "another formula has to be chosen"),
}
"""Rules that do without a fix, and why."""
ALWAYS_SAFE_SOMEWHERE = frozenset(
    "GL101 GL102 GL104 GL105 GL106 GL201 GL202 GL203 GL205 GL207 GL208 GL301 GL302 GL303 GL304 GL305 GL306 GL307 "
    "GL308 GL310 GL311 GL402 GL405 GL406 GL407 GL501 GL502 GL503 GL505 GL510 GL601 GL602 GL604 GL605 GL606 GL703 "
    "GL705 GL801 GL802 GL803".split()
)
"""Rules where at least one example has a fix whose meaning is certain."""
NOT_BY_DIFFERENCES = {
    "GL310-2": "the variables are not there yet when the script is run again with one of them moved",
    "GL606-1": "the unused variable is requested on purpose",
}
"""Safe fixes of examples whose gradients finite differences cannot judge, and why."""


SCRIPTS = {script.name: script for script in broken()}


_shared: list[Path] = []


@pytest.fixture(scope="module", autouse=True)
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Where the workers of a run find what another of them has linted already."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "findings"
    folder.mkdir(exist_ok=True)
    _shared.append(folder)
    yield
    _shared.clear()


@cache
def found(source: str) -> tuple[Finding, ...]:
    kept = _shared[0] / hashlib.sha256(source.encode()).hexdigest()
    if kept.exists():
        return pickle.loads(kept.read_bytes())  # type: ignore[no-any-return]
    made = tuple(findings_in(python_unit(source, "script.py"), EVERY))
    written = kept.with_suffix(f".{os.getpid()}")
    written.write_bytes(pickle.dumps(made))
    written.replace(kept)
    return made


def fixable(script: Script) -> list[Finding]:
    own = script.name.partition("-")[0]
    return [one for one in found(script.source) if one.fix and (not script.example or one.code == own)]


every_script = pytest.mark.parametrize("name", SCRIPTS, ids=str)


@every_script
def test_a_fix_removes_its_finding_and_brings_no_other(name: str) -> None:
    script = SCRIPTS[name]
    unit = python_unit(script.source, "script.py")
    before = {one.code for one in found(script.source)}
    for finding in fixable(script):
        assert finding.fix is not None
        fixed_text = fixed_unit(unit, finding.fix)
        assert fixed_text is not None, f"{finding.code} {finding.fix.message}: does not parse"
        left = found(fixed_text)
        first, last = after(finding.span.start, finding.fix.edits)
        there = [one for one in left if one.code == finding.code and first <= one.span.start <= last]
        assert not there, f"{finding.code} {finding.fix.message}: still there\n{fixed_text}"
        new = {one.code for one in left if one.severity is not Severity.INFO} - before
        sketch = finding.fix.applicability == "display"
        assert not new or sketch or finding.code in REVEALS, f"{finding.code} brings {new}\n{fixed_text}"


@every_script
def test_fixing_until_nothing_is_left_to_fix_is_stable(name: str) -> None:
    data = SCRIPTS[name].source.encode()
    once = fix_file(data, _lint, lambda finding: True)
    again = fix_file(once.data, _lint, lambda finding: True)
    assert again.data == once.data
    assert not again.fixed
    ast.parse(once.data)


def test_lines_that_no_edit_touches_stay_as_they_are() -> None:
    for script in SCRIPTS.values():
        for finding in fixable(script):
            assert finding.fix is not None
            fixed_text = fixed_unit(python_unit(script.source, "script.py"), finding.fix)
            assert fixed_text is not None
            touched = {
                row for edit in finding.fix.edits for row in range(edit.span.start.row, edit.span.end.row + 1)
            }
            kept = [line for row, line in enumerate(script.source.splitlines(), 1) if row not in touched]
            rest = iter(fixed_text.splitlines())
            assert all(line in rest for line in kept), f"{script.name}\n{fixed_text}"


def test_nearly_every_rule_has_a_fix_and_the_simple_ones_a_safe_one() -> None:
    levels: dict[str, set[str]] = defaultdict(set)
    for script in SCRIPTS.values():
        for finding in fixable(script):
            assert finding.fix is not None
            levels[finding.code].add(finding.fix.applicability)
    assert {rule.code for rule in catalog.rules()} - fixed() - BY_RUNNING == set(UNFIXED)
    assert set(levels) == fixed()
    assert {code for code, found_ in levels.items() if "safe" in found_} >= ALWAYS_SAFE_SOMEWHERE


def _lint(data: bytes) -> tuple[tuple[Finding, ...], Unit]:
    unit = python_unit(data, "script.py")
    return found(unit.text), unit


# -- executed -----------------------------------------------------------------------------


def safely_fixed(script: Script) -> str | None:
    """The script with its safe fixes, if it has any."""
    wanted = {one.code for one in fixable(script) if one.fix and one.fix.applicability == "safe"}
    done = fix_file(script.source.encode(), _lint, lambda one: one.code in wanted and _is_safe(one))
    return done.data.decode() if done.fixed and not {one.code for one in done.left} & wanted else None


def _is_safe(finding: Finding) -> bool:
    return finding.fix is not None and finding.fix.applicability == "safe"


EXAMPLES = [script for script in SCRIPTS.values() if script.example is not None]


@pytest.mark.parametrize("script", EXAMPLES, ids=lambda script: script.name)
def test_a_safely_fixed_example_computes_the_right_gradient(script: Script) -> None:
    fixed = safely_fixed(script)
    if fixed is None:
        pytest.skip("no safe fix")
    if script.name in NOT_BY_DIFFERENCES:
        assert run_file(script.framework, fixed).end == "ran"
        return
    outcome = measure(script.framework, fixed)
    assert outcome.end == "ran", f"{outcome.error}\n{fixed}"
    verdicts = {gradient.verdict for gradient in outcome.gradients}
    assert verdicts == {"right"}, f"{verdicts}\n{fixed}"


def best_case(code: str) -> Script | None:
    """For a rule whose examples have no safe fix, the case with the best there is. All would take too long."""
    own = [script for script in EXAMPLES if script.name.partition("-")[0] == code]
    if any(_is_safe(one) for script in own for one in fixable(script)):
        return None
    marked = re.compile(rf"# HAZARD {code}\b")
    ranked = [
        # PyTorch runs in a tenth of the time that the others need.
        (LEVELS.index(one.fix.applicability), script.framework != "torch", script.name)
        for script in SCRIPTS.values()
        if script.name.startswith(f"{code}/") and marked.search(script.source)
        for one in fixable(script)
        if one.code == code and one.fix is not None
    ]
    return SCRIPTS[min(ranked)[2]] if ranked else None


LEVELS = ("safe", "unsafe", "display")

STILL_WRONG = {
    "GL705/jax/activation-before-logits": "the reference of the case uses the function that is changed",
    "GL705/jax/activation-before-logits-2": "the reference of the case uses the function that is changed",
    "GL108/tensorflow/py-function-numpy-inside": "prints the gradient as if it still were one number",
    "GL705/tensorflow/activation-before-logits-2": "the reference of the case uses the function that is changed",
}
"""Cases whose own check does not fit the fixed program, and why."""


@pytest.mark.parametrize("code", sorted(fixed()))
def test_a_fixed_case_no_longer_shows_what_it_is_labelled_with(code: str) -> None:
    script = best_case(code)
    if script is None:
        pytest.skip("its examples are run instead: one has a safe fix, or no case has any")
    if script.name in STILL_WRONG:
        pytest.skip(STILL_WRONG[script.name])
    done = fix_file(script.source.encode(), _lint, lambda finding: True)
    fixed = done.data.decode()
    if any(
        "# HAZARD" in script.source.splitlines()[one.span.start.row - 1] for one in _kept(script, done.left)
    ):
        pytest.skip("a finding of the case has no fix")
    outcome = run_file(script.framework, fixed)
    if outcome.end == "raised" and outcome.error.startswith("AssertionError"):
        # The claim that the gradient is broken no longer holds; what is printed next is that claim in words.
        assert run_file(script.framework, _without_assertions(fixed)).end == "ran", fixed
    else:
        assert objection(outcome) is None, fixed


def _kept(script: Script, left: tuple[Finding, ...]) -> list[Finding]:
    codes = {one.code for one in left}
    return [one for one in found(script.source) if one.code in codes]


def objection(outcome: Outcome) -> str | None:
    if outcome.end != "ran":
        return f"{outcome.end}: {outcome.error}"
    shown = re.search(r"^OBSERVED (\w+)", outcome.stdout, re.MULTILINE)
    if shown is None or shown[1] in ("clean", "autodiff"):
        return None
    return shown[0]


def _without_assertions(source: str) -> str:
    tree = ast.parse(source)

    class Forget(ast.NodeTransformer):
        def visit_Assert(self, node: ast.Assert) -> ast.stmt:
            return ast.copy_location(ast.Pass(), node)

    return ast.unparse(Forget().visit(tree))


# -- files --------------------------------------------------------------------------------

BAD = (
    "import torch\n\nx = torch.ones(3, requires_grad=True)\ny = torch.sigmoid(x)\n"
    "y.mul_(2)  # k\xfchl\ny.sum().backward()\n"
)
GOOD = BAD.replace("y.mul_(2)", "y = y.mul(2)")


def _fixed(data: bytes, path: str = "script.py") -> bytes:
    from gradlint.sources.read import from_text

    unit = from_text(data, path)
    return fixed_data(data, unit, [one.fix for one in findings_in(unit, EVERY) if one.fix]).data


@pytest.mark.parametrize(
    ("head", "encoding", "newline"),
    [
        ("", "utf-8", "\n"),
        ("", "utf-8-sig", "\n"),
        ("", "utf-8", "\r\n"),
        ("# -*- coding: latin-1 -*-\n", "latin-1", "\n"),
        ("# coding: cp1252\n", "cp1252", "\r\n"),
    ],
)
def test_encoding_mark_and_line_ends_of_a_file_are_kept(head: str, encoding: str, newline: str) -> None:
    def written(text: str) -> bytes:
        return (head + text).replace("\n", newline).encode(encoding)

    assert _fixed(written(BAD)) == written(GOOD)


def test_added_lines_end_as_the_file_ends_its_lines() -> None:
    source = "import torch\r\nw = torch.ones(3, requires_grad=True)\r\nw -= w.grad\r\n"
    assert _fixed(source.encode()).decode() == source.replace(
        "w -= w.grad", "with torch.no_grad():\r\n    w -= w.grad"
    )


def test_a_missing_import_is_added_behind_the_others() -> None:
    source = (
        '"""Doc."""\nfrom __future__ import annotations\n\nimport numpy as np\nfrom torch import tensor\n\n'
        "w = tensor([1.0], requires_grad=True)\nloss = np.exp(w).sum()\nloss.backward()\n"
    )
    expected = source.replace("import tensor\n", "import tensor\nimport torch\n").replace(
        "np.exp", "torch.exp"
    )
    assert _fixed(source.encode()).decode() == expected


def test_only_the_changed_cell_of_a_notebook_changes() -> None:
    lines = BAD.splitlines(keepends=True)
    quoted = [line.replace("\n", "\\n") for line in lines]
    cells = ",\n    ".join(f'"{line}"' for line in quoted[2:])
    text = (
        '{\n "cells": [\n  {"cell_type": "markdown", "source": ["# Title"], "metadata": {}},\n'
        '  {"cell_type": "code", "source": "import torch\\n%matplotlib inline", "outputs": [ ], "metadata":{}},\n'
        f'  {{"cell_type": "code", "execution_count": 3,\n   "source": [\n    {cells}\n   ]}}\n ],\n'
        ' "metadata": {"kernelspec": {"language": "python"}}, "nbformat": 4 }\n'
    )
    fixed_text = _fixed(text.encode(), "note.ipynb").decode()
    assert fixed_text == text.replace("y.mul_(2)", "y = y.mul(2)")


def test_a_fix_in_a_document_keeps_the_indentation_of_the_list_it_stands_in() -> None:
    document = (
        "1. Update\n\n   ```python\n   import torch\n   w = torch.ones(3, requires_grad=True)\n"
        "   w -= w.grad\n   ```\n"
    )
    assert _fixed(document.encode(), "notes.md").decode() == document.replace(
        "   w -= w.grad", "   with torch.no_grad():\n       w -= w.grad"
    )


def test_the_second_of_two_overlapping_fixes_waits() -> None:
    unit = python_unit(BAD, "script.py")
    (finding,) = (one for one in findings_in(unit, EVERY) if one.fix)
    assert finding.fix is not None
    other = type(finding.fix)("other", "safe", (type(finding.fix.edits[0])(finding.span, "pass"),))
    applied = fixed_data(BAD.encode(), unit, [finding.fix, other])
    assert applied.done == (finding.fix,)
    assert [fix for fix, _ in applied.skipped] == [other]


def test_a_fix_that_would_not_parse_or_would_not_help_is_named_and_left() -> None:
    from dataclasses import replace

    def lint(content: str) -> object:
        def with_fix(data: bytes) -> tuple[list[Finding], Unit]:
            unit = python_unit(data, "script.py")
            made = [one for one in findings_in(unit, EVERY) if one.fix]
            edits = [type(one.fix.edits[0])(one.span, content) for one in made if one.fix]
            return [
                replace(one, fix=replace(one.fix, edits=(edit,)))  # type: ignore[type-var]
                for one, edit in zip(made, edits, strict=True)
            ], unit

        return with_fix

    for content, reason in (("y.mul_(", "parse"), ("y.mul_(3)", "still")):
        done = fix_file(BAD.encode(), lint(content), lambda finding: True)  # type: ignore[arg-type]
        assert done.data == BAD.encode()
        assert [reason in why for _, why in done.refused] == [True]


def test_a_file_is_replaced_at_once_and_keeps_its_mode(tmp_path: Path) -> None:
    from gradlint.core.files import write_atomically

    file, link = tmp_path / "script.py", tmp_path / "link.py"
    file.write_text("old")
    file.chmod(0o754)
    link.symlink_to(file)
    write_atomically(str(link), b"new")
    assert (file.read_bytes(), file.stat().st_mode & 0o777) == (b"new", 0o754)
    assert link.is_symlink()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["link.py", "script.py"]
