"""The plain, frozen records that all rooms share.

Nothing here knows how a finding is made or how it is shown. Positions are those of the
file the user edits (for notebooks: of the cell), 1-based, the end exclusive.
"""

from __future__ import annotations

from enum import Enum
from typing import Literal

from gradlint.core.links import DOCS, rule_url
from gradlint.core.records import dataclass

Framework = Literal["torch", "tensorflow", "jax", "numpy"]
Role = Literal["enters", "cut", "asked", "note"]
Outcome = Literal["raises", "none", "zero", "wrong", "nan", "leak"]
Applicability = Literal["safe", "unsafe", "display"]
VerdictKind = Literal[
    "confirmed", "illustrated", "refuted", "not-reproduced", "inconclusive", "not-reached", "not-run"
]


class Severity(str, Enum):
    """How sure the finding is, as `docs/start.md` promises."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        return ("info", "warning", "error").index(self.value)


@dataclass(frozen=True, slots=True, order=True)
class Position:
    row: int
    column: int


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a file; `cell` is the 1-based code-cell number in a notebook, else None."""

    start: Position
    end: Position
    cell: int | None = None


@dataclass(frozen=True, slots=True)
class Label:
    """One step of the story: where the gradient enters, is cut, is requested."""

    role: Role
    message: str
    span: Span
    name: str = ""
    """What the user calls the value that the label speaks of, if it has a name."""
    path: str | None = None
    """The file, where it is another one than that of the finding."""


@dataclass(frozen=True, slots=True)
class Edit:
    span: Span
    content: str


@dataclass(frozen=True, slots=True)
class Fix:
    message: str
    applicability: Applicability
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What executing a finding's code showed. It never stands without numbers, an exception or a reason."""

    kind: VerdictKind
    reason: str
    """One line: why this verdict and no other."""
    level: str | None = None
    """What was executed: `program`, `slice`, `operation` or `pair`; `run` for the user's own run."""
    device: str | None = None
    isolation: tuple[tuple[str, str], ...] = ()
    """The layers of the sandbox, and whether each was really active."""
    evidence: tuple[str, ...] = ()
    stubs: tuple[str, ...] = ()
    repairs: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()
    seconds: float = 0.0
    attempts: tuple[tuple[str, str], ...] = ()
    """What was executed without an answer: the level, and why it has none."""


Definition = tuple[str, str]
"""A function or method at the top of a module: the absolute path, and its name such as `Model.forward`."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One broken gradient: what users, editors and CI see."""

    code: str
    name: str
    message: str
    path: str
    span: Span
    severity: Severity
    framework: Framework | None = None
    labels: tuple[Label, ...] = ()
    help: str | None = None
    fix: Fix | None = None
    fingerprint: str = ""
    verdict: Verdict | None = None
    via: str | None = None
    """The file that was linted when this was found, where it is another one: the caller of the guilty line."""
    rests_on: tuple[Definition, ...] = ()
    """Definitions that only imagined calls have run on the way here: whoever really calls them knows better."""
    docs: str = DOCS
    """The address of the documentation."""
    form: str = ""
    """Which mistake of its rule it is, by the name of the fact: those who measure it go by this, not by the message."""

    @property
    def url(self) -> str:
        """The page of the rule."""
        return rule_url(self.code, self.docs)

    @property
    def sort_key(self) -> tuple[str, int, Position, str]:
        return (self.path, self.span.cell or 0, self.span.start, self.code)

    @property
    def is_fixable(self) -> bool:
        """Whether --fix fixes it, without any further option."""
        return self.fix is not None and self.fix.applicability == "safe"

    def stands_at(self, label: Label) -> bool:
        """Whether a label is on the very stretch of the finding."""
        return label.path is None and label.span == self.span


@dataclass(frozen=True, slots=True)
class Example:
    """An executed example of a rule: `bad` fails in the way `outcome` says, `good` is right."""

    framework: Framework
    outcome: Outcome
    error: str
    bad: str
    good: str


@dataclass(frozen=True, slots=True)
class Confirm:
    """What a rule predicts of a run, in the words of `gradlint.confirm.runner.execute.expectation`."""

    shows: str = "gradient"
    traits: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule as its TOML file describes it."""

    code: str
    name: str
    summary: str
    frameworks: tuple[Framework, ...]
    severity: Severity
    status: Literal["preview", "stable", "deprecated"]
    since: str
    what: str
    why: str
    instead: str
    limits: str
    references: tuple[str, ...]
    examples: tuple[Example, ...]
    symptoms: tuple[str, ...] = ()
    """What people who meet the mistake say or see, in their own words; for the search and the pages."""
    confirm: Confirm = Confirm()
    changes: str = ""
    """Why a safe fix has to change values. Empty for what most rules promise: the values stay what they were."""
