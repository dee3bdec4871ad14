"""What is known about one file after linting it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradlint.core.records import dataclass

if TYPE_CHECKING:
    from gradlint.core.model import Definition, Finding
    from gradlint.sources.unit import Unit


@dataclass(frozen=True, slots=True)
class Result:
    """What is known about one file after linting it."""

    path: str
    findings: tuple[Finding, ...] = ()
    unit: Unit | None = None
    """The source of the excerpts; only where there are findings."""
    failure: str | None = None
    """Why the file could not be linted, if it could not."""
    partial: bool = False
    """The budget for a file ran out: there may be more to find."""
    consulted: tuple[str, ...] = ()
    """Other files that the findings rest on, found or not."""
    elsewhere: tuple[Finding, ...] = ()
    """What the file leads to in other files of its project, before the settings and comments there are asked."""
    others: tuple[Unit, ...] = ()
    """The other files that findings speak of, for their excerpts."""
    callers: tuple[str, ...] = ()
    """Other files that have led to findings in this one."""
    followed: tuple[Definition, ...] = ()
    """Functions of other files that this one calls while gradients are recorded, all of each."""
    refuted: tuple[tuple[Definition, ...], ...] = ()
    """What findings rested on that others have shown to be called otherwise."""
    without_framework: bool = False
    """The file names no framework and takes no gradients of its own, so that there was nothing to check."""
    known: int = 0
    """Findings that are left out because the baseline lists them."""
    verified: tuple[str, ...] = ()
    """Hand-written gradients that were executed and are right, one line each."""
