"""`--fix`, `--diff` and `--add-ignore`: mend the files that results are about, and say what was done."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from gradlint.engine import Engine, Result
from gradlint.errors import GradlintError
from gradlint.files import write_atomically
from gradlint.model import Finding
from gradlint.report.tally import count
from gradlint.sources.unit import Unit


@dataclass(slots=True)
class Mending:
    """Mends files as their results pass; what is not shown is not mended either."""

    engine: Engine
    unsafe: bool = False
    diff: bool = False
    """Show what would change instead of changing it."""
    fixed: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """By path, code and name."""
    refused: list[tuple[Finding, str]] = field(default_factory=list)
    passed_over: int = 0
    """Findings whose fix needs a second look, where nobody asked for those."""

    def through(self, results: Iterable[Result]) -> Iterator[Result]:
        """The results with what is left of their findings."""
        for result in results:
            if not any(self._wants(finding) for finding in result.findings):
                self._pass_over(result.findings)
                yield result
                continue
            data = _read(result.path)
            mended, left = self.mended(data, result)
            if mended != data:
                if self.diff:
                    sys.stdout.write(difference(result.path, data, mended))
                else:
                    _write(result.path, mended)
            yield left

    def mended(self, data: bytes, result: Result) -> tuple[bytes, Result]:
        """The content of a file with its fixes made, and the result that it has then."""
        from gradlint.fixes.rounds import mend

        shown = {finding.fingerprint for finding in result.findings}
        seen: set[str] = set()
        last = result

        def lint(content: bytes) -> tuple[Sequence[Finding], Unit | None]:
            nonlocal last
            last = self.engine.lint_source(content, result.path)
            if not seen:
                seen.update(finding.fingerprint for finding in last.findings)
            return last.findings, last.unit

        done = mend(data, lint, lambda one: self._wants(one) and one.fingerprint not in seen - shown)
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
    from gradlint.fixes.apply import fixed_data
    from gradlint.ignoring import NEVER, ignored

    if "\n" in reason or "\r" in reason:
        raise GradlintError("--add-ignore: the reason has to be one line")
    findings = files = 0
    for result in results:
        if result.failure is not None:
            print(f"gradlint: {result.path}: {result.failure}", file=sys.stderr)
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


def difference(path: str, before: bytes, after: bytes) -> str:
    """What would change, as `diff -u` and `git apply` have it."""
    import difflib

    old, new = (data.decode("utf-8", "surrogateescape").splitlines(keepends=True) for data in (before, after))
    lines = difflib.unified_diff(old, new, f"a/{path}", f"b/{path}")
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )
