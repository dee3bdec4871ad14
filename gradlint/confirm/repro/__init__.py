"""Save a reproduction as a file that runs by itself: it fails as long as the gradient is broken."""

from __future__ import annotations

from typing import Any

from gradlint.confirm.repro.checks import check_of, seeds
from gradlint.confirm.repro.files import free_stem, marker, prepare, remove_stale, stem_of, write
from gradlint.confirm.repro.head import docstring, place
from gradlint.confirm.repro.parts import Check, Record
from gradlint.confirm.repro.program import Text
from gradlint.confirm.repro.start import start
from gradlint.confirm.verdicts import verdict_of_report
from gradlint.core.model import Finding, Verdict

WORTH_KEEPING = frozenset({"confirmed", "illustrated", "inconclusive", "not-reproduced"})
PUT_RIGHT = frozenset({"right", "arrives"})
"""What a program with the fix shows if its twin is to pass."""
NOT_A_RECORD = (SyntaxError, TypeError, ValueError, LookupError, AttributeError)
"""What comes of a record of the wrong form. It was made beside the code that it is about, which may be hostile: no file
is written then, and the run goes on."""
_RULER = "# " + "-" * 20


def save(folder: str, finding: Finding, report: dict[str, Any]) -> list[str]:
    """Write what was executed for a finding, and its twin with the fix; the paths of what was written."""
    verdict = finding.verdict or verdict_of_report(report)
    script = report.get("script")
    if verdict.kind not in WORTH_KEEPING or not script or not report.get("as_written"):
        return []
    prepare(folder)
    mark = _mark(finding)
    stem = free_stem(folder, stem_of(finding, verdict.kind), mark)
    text = _composed(finding, verdict, report, f"{stem}.py", fixed=False)
    if text is None:
        return []
    written = [write(folder, f"{stem}.py", text)]
    twin = _composed(finding, verdict, report, f"{stem}_fixed.py", fixed=True)
    if twin is None:
        remove_stale(folder, f"{stem}_fixed.py", mark)
        return written
    return [*written, write(folder, f"{stem}_fixed.py", twin)]


def save_text(folder: str, finding: Finding, text: str) -> str:
    """Write a text that is a complete reproduction already, as hand-written gradients have it."""
    verdict = finding.verdict
    prepare(folder)
    mark = _mark(finding)
    stem = free_stem(folder, stem_of(finding, "confirmed" if verdict is None else verdict.kind), mark)
    return write(folder, f"{stem}.py", f"{mark}\n{text}")


def _mark(finding: Finding) -> str:
    return marker(f"{finding.code} {place(finding)}:{finding.span.start.column}")


def _composed(
    finding: Finding, verdict: Verdict, report: dict[str, Any], file: str, fixed: bool
) -> str | None:
    """The text of a file; None where there is no program, or no way to say something about it."""
    run = report.get("after_fix") if fixed else report["as_written"]
    script = report.get("fixed_script") if fixed else report["script"]
    if not run or not script or (fixed and run.get("symptom") not in PUT_RIGHT):
        return None
    record: Record = run.get("replay") or {}
    framework, device = finding.framework or "numpy", str(report.get("device") or "cpu")
    try:
        program = Text(script)
        check = check_of(framework, record, script, device)
        head = docstring(finding, verdict, report, file, fixed, check is not None)
        check = check or seeds(framework, record, device)
        return _joined(_mark(finding), head, program, check, start(report, script), run)
    except NOT_A_RECORD:
        return None


def _joined(
    mark: str, head: str, program: Text, check: Check, started: list[str], run: dict[str, Any]
) -> str:
    record: Record = run.get("replay") or {}
    program.take_futures()
    program.keep_docstring()
    program.leave_out(record.get("left_out", ()))
    if record.get("ends_at") is not None:
        program.end_at(record["ends_at"])
    for insert in check.inserts:
        program.insert(insert)
    parts = [mark, head, *program.futures, ""]
    parts += [
        f"{_RULER} added by gradlint",
        *started,
        *check.before,
        "",
        f"{_RULER} the program, as it was executed",
    ]
    parts += [program.result(), "", f"{_RULER} added by gradlint", *(check.after or _ending(run))]
    return "\n".join(parts) + "\n"


def _ending(run: dict[str, Any]) -> list[str]:
    if run.get("symptom") != "raises":
        return ['print("it runs to its end")']
    expected = (run.get("error") or {}).get("type", "an exception")
    return [f"print({f'nothing was raised, where {expected} was expected'!r})"]
