"""GL6: the training step: its order, and graphs that live too short or too long."""

from __future__ import annotations

from collections.abc import Iterator

from gradlint.detect.draft import Draft, DraftLabel, Program, detects
from gradlint.detect.misuses import Wording, worded
from gradlint.flow.graph import GRADIENT, NO_GRADIENT, SPARSE_GRADIENT, Node, Trace
from gradlint.flow.ways import leads_to_target
from gradlint.model import Severity


def _step(message: str, help_: str, severity: Severity) -> Wording:
    return Wording(message, help_, "here", severity, "the other step is here")


_STALE = {
    "missing-zero-grad": _step(
        "gradients of the last step are still there: this backward() adds to them",
        "call optimizer.zero_grad() before backward()",
        Severity.WARNING,
    ),
}
_ORDER = {
    "zero-before-step": _step(
        "zero_grad() between backward() and step() throws the gradients away: step() does nothing",
        "move zero_grad() before backward()",
        Severity.ERROR,
    ),
    "step-before-backward": _step(
        "step() comes before backward(): there is no gradient yet, or only that of the last batch",
        "call backward() first",
        Severity.WARNING,
    ),
    "clip-order": _step(
        "the gradients are clipped after step() has used them",
        "clip between backward() and step()",
        Severity.ERROR,
    ),
    "scaler-order": _step(
        "the gradients are still scaled: clipping them now clips the scale",
        "call scaler.unscale_(optimizer) before clipping",
        Severity.ERROR,
    ),
}
_FREED = {
    "backward-twice": _step(
        "Trying to backward through the graph a second time: a part of it has been gone through and freed",
        "pass retain_graph=True to the first backward(), add the losses, or detach what is carried over",
        Severity.ERROR,
    ),
}
_KEPT = {
    "kept-graph": _step(
        "the graph of every iteration is kept alive by what is stored here",
        "store loss.item() or loss.detach()",
        Severity.WARNING,
    ),
    "graph-gradients": _step(
        "backward(create_graph=True) leaves a reference cycle between the parameters and their gradients",
        "use torch.autograd.grad(..., create_graph=True), or set .grad to None afterwards",
        Severity.WARNING,
    ),
}
_UNSCALED = {
    "unscaled": _step(
        "gradients are summed over several batches and nothing divides them: the step grows with their number",
        "divide the loss, or the sum, by the number of batches",
        Severity.WARNING,
    ),
}
_NOT_A_TENSOR = {
    NO_GRADIENT: Wording(
        "this gradient is None, because the source is not connected: TypeError: unsupported operand type(s)",
        "guard it: None if g is None else ..., or drop the source",
        "no tensor",
    ),
    SPARSE_GRADIENT: Wording(
        "the gradient of a table that is looked up in is IndexedSlices: TypeError: unsupported operand type(s)",
        "use tf.convert_to_tensor(g) first",
        "no tensor",
    ),
}


@detects("GL601")
def missing_zero_grad(program: Program) -> Iterator[Draft]:
    """backward() on top of gradients that a step has already used."""
    yield from worded(program, _STALE)


@detects("GL602")
def step_order(program: Program) -> Iterator[Draft]:
    """The parts of a training step in an order that undoes them."""
    yield from worded(program, _ORDER)


@detects("GL603")
def backward_twice(program: Program) -> Iterator[Draft]:
    """A second pass through a graph that has been freed."""
    yield from worded(program, _FREED)


@detects("GL604")
def graph_kept(program: Program) -> Iterator[Draft]:
    """A graph that nobody needs any more cannot be freed."""
    yield from worded(program, _KEPT)


@detects("GL605")
def first_order_penalty(program: Program) -> Iterator[Draft]:
    """A penalty on a gradient that was taken without a graph of its own."""
    for sink, each in program.losses.traces:
        if sink.kind != "backward":
            continue
        for node in each.flows:
            if node.op == GRADIENT and not node.edges and _is_term(program, each, node):
                yield Draft(
                    node.place.node,
                    "this gradient has no graph of its own: in the loss it is a constant that trains nothing",
                    "pass create_graph=True",
                    "torch",
                    Severity.WARNING,
                    (DraftLabel("asked", "asked for here", sink.place.node),),
                    "cut here: first order only",
                    about=node,
                )


def _is_term(program: Program, each: Trace, node: Node) -> bool:
    """The gradient itself is in the loss; it did not go through a network first, nor only weigh its own source."""
    asked = {
        source
        for sink in program.flow.sinks
        if sink.kind == "autograd.grad" and sink.place.node is node.place.node
        for group in sink.asked or ()
        for source in group
    }

    def passes(consumer: Node) -> bool:
        weighs = consumer.op == "mul" and any(
            asked & each.flows.get(edge.node, frozenset()) for edge in consumer.edges
        )
        return not consumer.opaque and consumer.cut is None and not weighs

    return leads_to_target(each, node, passes)


@detects("GL606")
def unhandled_none(program: Program) -> Iterator[Draft]:
    """Arithmetic on what a tape gives in place of a gradient, or zeros that hide a break."""
    yield from worded(program, _NOT_A_TENSOR)
    zeroed = {place.node for place in program.flow.zeroed_sinks}
    for broken in program.losses.breaks:
        if broken.total and broken.sink.place.node in zeroed:
            yield Draft(
                broken.sink.place.node,
                "unconnected_gradients='zero' hides that the gradient is cut: it is reported as zero",
                "remove it and mend the cut",
                "tensorflow",
                Severity.WARNING,
                (DraftLabel("note", "the gradient is cut here", broken.cut.place.node),),
                "a broken gradient shows as zero",
                about=broken,
            )


@detects("GL607")
def unscaled_accumulation(program: Program) -> Iterator[Draft]:
    """A step every k batches with k times the gradient."""
    yield from worded(program, _UNSCALED)
