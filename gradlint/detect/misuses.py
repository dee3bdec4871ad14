"""Misuses that the flow has noted, in the words of the rules that report them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gradlint.detect.draft import Draft, DraftLabel, Program
from gradlint.model import Severity
from gradlint.records import dataclass


@dataclass(frozen=True, slots=True)
class Wording:
    message: str
    """With `{detail}` where it names what the flow names."""
    help: str
    here: str
    """What to say under the finding itself."""
    severity: Severity = Severity.ERROR
    other: str = ""
    """What to say where the other half of the misuse is."""


def worded(program: Program, wordings: Mapping[str, Wording]) -> Iterator[Draft]:
    """A draft for each misuse of these kinds."""
    for misuse in program.flow.misuses:
        wording = wordings.get(misuse.kind)
        if wording is None:
            continue
        here, related = misuse.place.node, misuse.related
        apart = wording.other and related is not None and related.node is not here
        yield Draft(
            here,
            wording.message.format(detail=misuse.detail),
            wording.help,
            misuse.lang,  # type: ignore[arg-type]
            wording.severity,
            (DraftLabel("note", wording.other, related.node),) if apart and related is not None else (),
            wording.here,
            about=misuse,
        )
