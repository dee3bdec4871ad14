"""GL712: Products of two zeros and a softmax over one element."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gradlint.analysis.domain.faults import Fault, FaultKind
from gradlint.analysis.lost_gradients.flat_spots import single_softmax, zero_products
from gradlint.core.model import Severity
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.wording import Wording, faults

_FAULTS: Mapping[FaultKind, Wording] = {
    "zero-factors": Wording(
        "both factors of this product start at zero: the gradient of each is the other factor, so "
        "neither ever changes",
        "initialise one of the two randomly and only the other with zeros",
        "starts at zero",
        Severity.WARNING,
        "so does this one",
    ),
    "single-softmax": Wording(
        "this softmax runs over one element: the output is always 1 and the gradient 0",
        "use sigmoid for one logit, or normalise over all of them before topk",
        "always 1",
        Severity.WARNING,
    ),
}


def _found(program: Program) -> Iterator[Fault]:
    """What is not already known as an operation without a gradient."""
    known = {broken.cut.place.node for broken in program.lost.breaks}
    yield from zero_products(program.flow)
    yield from (each for each in single_softmax(program.flow) if each.place.node not in known)


def detect(program: Program) -> Iterator[Draft]:
    yield from faults(program, _FAULTS, _found(program) if program.flow.sinks else ())
