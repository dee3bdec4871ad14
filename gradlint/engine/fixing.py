"""`--fix`, `--diff` and `--add-ignore`: fix the files that results are about, and say what was done."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from gradlint.core.errors import GradlintError
from gradlint.core.files import write_atomically
from gradlint.core.model import Finding
from gradlint.core.result import Result
from gradlint.engine.linting import Engine
from gradlint.report.screen import harmless
from gradlint.report.tally import count
from gradlint.sources.unit import Unit


@dataclass(slots=True)
class FixStage:
    """Fixes files as their results pass; what is not shown is not fixed either."""

    engine: Engine
    unsafe: bool = False
    diff: bool = False
    """Show what would change instead of changing it."""
    fixed: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """By path, code and name."""
    refused: list[tuple[Finding, str]] = field(default_factory=list)
    passed_over: int = 0
    """Findings whose fix needs a second look, where nobody requested those."""

    def through(self, results: Iterable[Result]) -> Iterator[Result]:
        """The results with what is left of their findings."""
        for result in results:
            if not any(self._wants(finding) for finding in result.findings):
                self._pass_over(result.findings)
                yield result
                continue
            data = _read(result.path)
            fixed_file, left = self.fixed_file(data, result)
            if fixed_file != data:
                if self.diff:
                    sys.stdout.write(difference(result.path, data, fixed_file))
                else:
                    _write(result.path, fixed_file)
            yield left

    def fixed_file(
        self, data: bytes, result: Result, others: Mapping[str, bytes] | None = None
    ) -> tuple[bytes, Result]:
        """The content of a file with its fixes made, and the result that it has then.

        `others` is what an editor shows of other files, by their absolute paths.
        """
        from gradlint.engine.relinting import relinting
        from gradlint.fixing.rounds import fix_file

        shown = {finding.fingerprint for finding in result.findings}
        seen: set[str] = set()
        last = result
        again = relinting(self.engine, result, others)

        def lint(content: bytes) -> tuple[Sequence[Finding], Unit | None]:
            nonlocal last
            last = again(content)
            if not seen:
                seen.update(finding.fingerprint for finding in last.findings)
            return last.findings, last.unit

        done = fix_file(data, lint, lambda one: self._wants(one) and one.fingerprint not in seen - shown)
        for finding in done.fixed:
            self.fixed[finding.path, finding.code, finding.name] += 1
        self.refused.extend(done.refused)
        left = tuple(finding for finding in done.left if finding.fingerprint not in seen - shown)
        self._pass_over(left)
        return done.data, replace(last, findings=left, unit=last.unit or result.unit)

    def _pass_over(self, left: Iterable[Finding]) -> None:
        if not self.unsafe:
            fixes = (finding.fix for finding in left)
            self.passed_over += sum(fix is not None and fix.applicability == "unsafe" for fix in fixes)

    def _wants(self, finding: Finding) -> bool:
        if finding.fix is None:
            return False
        return finding.fix.applicability == "safe" or (self.unsafe and finding.fix.applicability == "unsafe")

    def notes(self, listed: bool) -> Iterator[str]:
        """What was done, for the reader."""
        total = self.fixed.total()
        verb = "Would fix" if self.diff else "Fixed"
        if total or listed or self.diff or self.passed_over:
            more = f" ({self.passed_over} more with --unsafe-fixes)" if self.passed_over else ""
            yield f"{verb} {count(total, 'finding')}{more}{':' if listed and total else '.'}"
        if listed:
            for (path, code, name), number in sorted(self.fixed.items()):
                yield f"  {path}: {number} x {code} {name}"
        for finding, reason in self.refused:
            row = finding.span.start.row
            yield f"Not fixed: {finding.path}:{row} {finding.code}: {reason}."


def add_ignores(results: Iterable[Result], reason: str) -> tuple[int, int]:
    """Write a comment behind each finding; how many findings in how many files."""
    from gradlint.engine.ignoring import NEVER, ignored
    from gradlint.fixing.apply import fixed_data

    if "\n" in reason or "\r" in reason:
        raise GradlintError("--add-ignore: the reason has to be one line")
    findings = files = 0
    for result in results:
        if result.failure is not None:
            print(harmless(f"gradlint: {result.path}: {result.failure}"), file=sys.stderr)
        if result.unit is None or not result.findings:
            continue
        marked = ignored(result.findings, result.unit, reason)
        data = _read(result.path)
        applied = fixed_data(data, result.unit, [one.fix for one in marked if one.fix is not None])
        if applied.done:
            _write(result.path, applied.data)
            findings += sum(one.code not in NEVER for one in result.findings)
            files += 1
    return findings, files


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise GradlintError(f"{path}: cannot be read: {error.strerror}") from error


def _write(path: str, data: bytes) -> None:
    try:
        write_atomically(path, data)
    except OSError as error:
        raise GradlintError(f"{path}: cannot be written: {error.strerror}") from error


def _quoted(path: str) -> str:
    """A name as git writes it: between quotation marks if it holds what a terminal obeys, or ends a line."""
    if path.isprintable() and '"' not in path:
        return path
    plain = path.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{"".join(each if each.isprintable() else _octal(each) for each in plain)}"'


def _octal(character: str) -> str:
    return "".join(f"\\{byte:03o}" for byte in os.fsencode(character))


def difference(path: str, before: bytes, after: bytes) -> str:
    """What would change, as `diff -u` and `git apply` have it."""
    import difflib

    old, new = (data.decode("utf-8", "surrogateescape").splitlines(keepends=True) for data in (before, after))
    lines = difflib.unified_diff(old, new, _quoted(f"a/{path}"), _quoted(f"b/{path}"))
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )
