"""What kept runtime mode from executing: a gate that guarded nothing has to say so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from gradlint.confirm.answers import Answer


@dataclass
class Hindrances:
    """Counts what was executed and what could not be, for lack of a framework, a device or a sandbox."""

    python: str = ""
    """The interpreter, and who chose it."""
    executed: int = 0
    reasons: Counter[str] = field(default_factory=Counter)

    def count(self, answer: Answer) -> None:
        if answer.end in ("absent", "setup"):
            self.reasons[answer.reason] += 1
        elif answer.report is not None and answer.report.get("hindered") is True:
            self.reasons[str(answer.report.get("trouble"))] += 1
        else:
            self.executed += 1

    def notes(self) -> Iterator[str]:
        """One line for each reason."""
        for reason, number in self.reasons.items():
            findings = "1 finding" if number == 1 else f"{number} findings"
            yield f"runtime mode: {reason}: {findings} not run in {self.python}{self._remedy}"

    def unguarded(self) -> str | None:
        """Why a gate has guarded nothing, in one line; None if something was executed, or nothing had to be."""
        if self.executed or not self.reasons:
            return None
        (reason, _), *others = self.reasons.most_common()
        more = f" and {len(others)} more" if others else ""
        return (
            f"--fail-on confirmed: nothing could be executed: {reason}{more}; "
            f"the interpreter is {self.python}{self._remedy}"
        )

    @property
    def _remedy(self) -> str:
        return "" if "(--on)" in self.python else "; --python names another"
