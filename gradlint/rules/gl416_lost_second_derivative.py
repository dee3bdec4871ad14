"""GL416: Gradients of gradients that do not mean what they are taken for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gradlint.analysis.domain.faults import FaultKind
from gradlint.core.model import Severity
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.wording import Wording, faults

_FAULTS: Mapping[FaultKind, Wording] = {
    "compiled-twice": Wording(
        "torch.compile has no second derivative: this backward() goes through the gradient of a "
        "compiled module and raises",
        "leave the penalised module uncompiled, or compile the function that contains the inner gradient",
        "differentiates a compiled gradient",
        Severity.ERROR,
        "the inner gradient is taken here",
    ),
    "flat-second-derivative": Wording(
        "the network is piecewise linear: its second derivative is zero everywhere, and this term trains nothing",
        "use a smooth activation: tanh, SiLU, GELU or softplus",
        "zero everywhere",
        Severity.WARNING,
    ),
    "straight-second-derivative": Wording(
        "the network is linear: its derivative does not depend on the input, and autograd.grad raises",
        "put a smooth activation between the layers: tanh, SiLU, GELU or softplus",
        "has no graph that leads to the input",
    ),
    "unused-input": Wording(
        "the network never saw this slice: it was taken from the input afterwards, and autograd.grad raises",
        "slice first and concatenate for the call, or differentiate with respect to the whole "
        "input and slice the result",
        "not part of the graph",
        Severity.ERROR,
        "made here",
    ),
    "summed-outputs": Wording(
        "passing ones for all outputs adds up their derivatives: a column of the result is not the "
        "derivative of one output",
        "differentiate each output by itself: autograd.grad(u[:, 0].sum(), x)",
        "the derivatives of all outputs, added",
        Severity.WARNING,
    ),
    "update-without-graph": Wording(
        "this update is not recorded: the outer loss does not see that the weights depend on the gradient",
        "build new tensors p - rate * g and call the model with torch.func.functional_call",
        "leaves the graph here",
        Severity.WARNING,
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from faults(program, _FAULTS)
