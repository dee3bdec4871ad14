"""What is known about the gradient of a value: the answer to `gradlint explain`, for all who show it."""

from __future__ import annotations

from typing import Literal

from gradlint.core.model import Label, Span
from gradlint.core.records import dataclass

Carries = Literal["yes", "in part", "no", "unknown"]
"""`in part`: some of what the value was computed from lost its gradient on the way here, or on some calls."""


@dataclass(frozen=True, slots=True)
class ValueStory:
    """One value: what it carries, and the steps of its story in the order of the gradient."""

    name: str
    """What the user calls it, or the code that computes it."""
    span: Span
    carries: Carries
    summary: str
    """One sentence."""
    steps: tuple[Label, ...] = ()
    """Where gradients enter, are cut and are requested; notes say what is not known."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The answer to one question."""

    path: str
    question: str
    values: tuple[ValueStory, ...]
    notes: tuple[str, ...] = ()
    """What the answer rests on, and what nobody knows."""
