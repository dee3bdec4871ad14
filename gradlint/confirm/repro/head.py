"""What a saved file says about itself before its code begins."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterator
from typing import Any

from gradlint.confirm.plan import project_of
from gradlint.core.model import Finding, Verdict

_WIDTH = 100
_SHOWN = frozenset({"confirmed", "illustrated"})


def place(finding: Finding) -> str:
    """Where the finding is, from the folder of the project: `pkg/train.py:12`."""
    path = os.path.abspath(finding.path)
    _, roots = project_of(path)
    above = [os.getcwd(), *reversed(roots)]
    inside = [root for root in above if path.startswith(os.path.join(os.path.abspath(root), ""))]
    name = os.path.relpath(path, inside[0]) if inside else os.path.basename(path)
    cell = "" if finding.span.cell is None else f":cell {finding.span.cell}"
    return f"{name.replace(os.sep, '/')}{cell}:{finding.span.start.row}"


def docstring(
    finding: Finding, verdict: Verdict, report: dict[str, Any], file: str, fixed: bool, checked: bool
) -> str:
    """The head of a file, as a string with three quotes."""
    text = "\n".join(_lines(finding, verdict, report, file, fixed, checked))
    return '"""' + text.replace("\\", "\\\\").replace('"""', "'''") + '\n"""'


def _lines(
    finding: Finding, verdict: Verdict, report: dict[str, Any], file: str, fixed: bool, checked: bool
) -> Iterator[str]:
    title = f"{finding.code} {finding.name}: {finding.message}"
    yield from textwrap.wrap(title, _WIDTH) or [finding.code]
    yield ""
    versions = ", ".join(f"{name} {version}" for name, version in sorted(report.get("versions", {}).items()))
    facts = {
        "from": place(finding) + (", with the suggested fix" if fixed else ""),
        "verdict": f"{verdict.kind}: {verdict.reason}",
        "executed": f"{verdict.level} on {verdict.device}" + (f" ({versions})" if versions else ""),
    }
    for name, fact in facts.items():
        yield from _hanging(f"{name:<9}", fact)
    yield ""
    yield from (line for each in verdict.evidence for line in _hanging("  ", each))
    for title, made_up in (
        ("Put in the place of code that is not there", verdict.stubs),
        ("Repaired so that it runs", verdict.repairs),
        ("Inputs that were made up", verdict.inputs),
    ):
        if made_up:
            yield f"{title}:"
            yield from (line for each in made_up for line in _hanging("  ", each))
    if verdict.evidence or verdict.stubs or verdict.repairs or verdict.inputs:
        yield ""
    yield from _hanging("", f"Run it with: python {file}")
    yield from textwrap.wrap(_promise(report, verdict, fixed, checked), _WIDTH)


def _promise(report: dict[str, Any], verdict: Verdict, fixed: bool, checked: bool) -> str:
    if fixed:
        return "It passes: this is the program with the fix." if verdict.kind in _SHOWN else "It has the fix."
    if verdict.kind == "illustrated":
        return "It shows what the line does to values that were made up; it does not prove anything about your program."
    if verdict.kind not in _SHOWN:
        return "It is kept for a closer look; it does not prove anything."
    if report["as_written"].get("symptom") == "raises":
        return "It ends with the exception above as long as the gradient is broken."
    if checked:
        return "It fails with the numbers as long as the gradient is broken."
    return "It only runs: what was seen cannot be looked at from inside the file."


def _hanging(start: str, text: str) -> list[str]:
    later = " " * len(start) if start.strip() else start + "  "
    return textwrap.wrap(text, _WIDTH, initial_indent=start, subsequent_indent=later) or [start.rstrip()]
