"""Counts results on their way to a report, and says in one line how the run went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from gradlint.core.file_codes import INVALID, UNUSED
from gradlint.core.model import Applicability, Finding, Severity, VerdictKind
from gradlint.core.records import dataclass, field
from gradlint.core.result import Result


@dataclass(slots=True)
class Tally:
    by_severity: Counter[Severity] = field(default_factory=Counter)
    by_rule: Counter[tuple[str, str]] = field(default_factory=Counter)
    by_verdict: Counter[VerdictKind] = field(default_factory=Counter)
    by_fix: Counter[Applicability] = field(default_factory=Counter)
    fixable: set[str] = field(default_factory=set)
    """The rules of which --fix would fix a finding."""
    verified: list[str] = field(default_factory=list)
    without_framework: list[str] = field(default_factory=list)
    known: int = 0
    """Findings that the baseline lists."""
    files: int = 0
    files_with_findings: int = 0
    failures: int = 0

    def counting(self, results: Iterable[Result]) -> Iterator[Result]:
        for result in results:
            self.files += 1
            self.verified.extend(result.verified)
            self.failures += result.failure is not None
            self.known += result.known
            if result.without_framework:
                self.without_framework.append(result.path)
            if result.findings:
                self._count(result.findings)
            yield result

    def _count(self, findings: Iterable[Finding]) -> None:
        self.files_with_findings += 1
        for finding in findings:
            self.by_severity[finding.severity] += 1
            self.by_rule[finding.code, finding.name] += 1
            if finding.fix is not None:
                self.by_fix[finding.fix.applicability] += 1
                if finding.fix.applicability == "safe":
                    self.fixable.add(finding.code)
            if finding.verdict is not None:
                self.by_verdict[finding.verdict.kind] += 1

    @property
    def findings(self) -> int:
        return self.by_severity.total()

    def fails(self, level: str | None) -> bool:
        """Whether there is a finding of this level or worse; without a level, any finding at all."""
        if level == "confirmed":
            return self.by_verdict["confirmed"] > 0
        least = Severity(level or "info").rank
        return any(number and one.rank >= least for one, number in self.by_severity.items())

    def summary(self) -> str:
        """Such as `Found 3 errors, 1 warning in 2 files.`"""
        failed = f"{count(self.failures, 'file')} could not be checked."
        if not self.findings:
            return failed if self.failures else self._nothing_checked() or "All checks passed!"
        words = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
        kinds = [count(self.by_severity[one], words[one]) for one in words if self.by_severity[one]]
        found = f"Found {', '.join(kinds)} in {count(self.files_with_findings, 'file')}."
        if self.by_verdict:
            verdicts = (f"{number} {kind}" for kind, number in self.by_verdict.most_common())
            found = f"{found[:-1]}: {', '.join(verdicts)}."
        return f"{found} {failed}" if self.failures else found

    def _nothing_checked(self) -> str | None:
        """What to say where no file could have held a finding: that is no check that was passed."""
        if self.verified or self.known or len(self.without_framework) < self.files:
            return None
        if not self.files:
            return "Nothing checked: no files."
        if self.files == 1:
            return "Nothing checked: the file imports no framework."
        return f"Nothing checked: none of the {self.files} files imports a framework."

    def scope(self) -> str | None:
        """Such as `12 files checked, 8 without a framework; 5 known findings in the baseline.`"""
        if not self.findings and not self.failures and self._nothing_checked():
            return None
        plain = len(self.without_framework)
        if self.files < 2 and not plain and not self.known:
            return None
        looked_at = self.files - self.failures
        checked = f"{count(looked_at, 'file')} checked" + (f", {plain} without a framework" if plain else "")
        known = f"; {count(self.known, 'known finding')} in the baseline" if self.known else ""
        return f"{checked}{known}."

    def explained(self) -> str | None:
        """How to learn more about what was found, told once."""
        code = next((code for code, _ in self.by_rule if code not in (INVALID, UNUSED)), None)
        return None if code is None else f"explain: gradlint rule {code}"

    def proven(self) -> str | None:
        """The hand-written gradients that were executed and are right."""
        if not self.verified:
            return None
        number = len(self.verified)
        head = f"{number} hand-written {'gradient is' if number == 1 else 'gradients are'} right:"
        return "\n  ".join((head, *self.verified))

    def hint(self) -> str | None:
        """What `--fix` could do about it."""
        safe, unsafe = self.by_fix["safe"], self.by_fix["unsafe"]
        if safe:
            more = f" ({unsafe} more with --unsafe-fixes)" if unsafe else ""
            return f"[*] {safe} fixable with --fix{more}."
        return f"{unsafe} fixable with --fix --unsafe-fixes." if unsafe else None


def count(number: int, noun: str) -> str:
    """Such as `1 file`, `3 files`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
