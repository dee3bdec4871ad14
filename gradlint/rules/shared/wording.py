"""Misuses that the flow has noted, in the words of the rules that report them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import libcst as cst

from gradlint.analysis.domain.faults import Fault, FaultKind
from gradlint.analysis.domain.misuses import Misuse, TwoPlaces
from gradlint.analysis.domain.values import Shape
from gradlint.core.model import Role, Severity
from gradlint.core.records import dataclass
from gradlint.rules.shared.draft import Draft, DraftLabel, Program


@dataclass(frozen=True, slots=True)
class Wording:
    message: str
    """With `{fact.name}` where it names what the fact names."""
    help: str
    here: str
    """What to say under the finding itself."""
    severity: Severity = Severity.ERROR
    other: str = ""
    """What to say where the other half of the misuse is."""
    role: Role = "note"
    """What that place is in the story of a gradient: it enters there, or is requested there."""


Wordings = Mapping[type[Misuse], Wording]


def worded(program: Program, wordings: Wordings) -> Iterator[Draft]:
    """A draft for each misuse of these types."""
    for misuse in program.flow.misuses:
        wording = wordings.get(type(misuse))
        if wording is not None:
            yield _drafted(misuse, wording, wording.severity)


def faults(
    program: Program, wordings: Mapping[FaultKind, Wording], more: Iterable[Fault] = ()
) -> Iterator[Draft]:
    """A draft for each fault of these kinds, once per place; what is not certain is a warning at most."""
    seen: set[tuple[FaultKind, cst.CSTNode]] = set()
    for fault in (*program.flow.misuses, *more):
        wording = wordings.get(fault.kind) if isinstance(fault, Fault) else None
        if wording is None or not isinstance(fault, Fault) or (fault.kind, fault.place.node) in seen:
            continue
        seen.add((fault.kind, fault.place.node))
        yield _drafted(fault, wording, wording.severity if fault.certain else Severity.WARNING)


def _drafted(misuse: Misuse, wording: Wording, severity: Severity) -> Draft:
    here = misuse.place.node
    related = misuse.related if isinstance(misuse, TwoPlaces) else None
    apart = wording.other and related is not None and related.node is not here
    return Draft(
        here,
        wording.message.format(fact=misuse),
        wording.help.format(fact=misuse),
        misuse.lang,  # type: ignore[arg-type]
        severity,
        (DraftLabel(wording.role, wording.other, related.node),) if apart and related is not None else (),
        wording.here,
        about=misuse,
    )


def sizes(shape: Shape | None) -> str:
    if shape is None:
        return "unknown"
    inside = ", ".join("?" if each is None else str(each) for each in shape)
    return f"({inside},)" if len(shape) == 1 else f"({inside})"
