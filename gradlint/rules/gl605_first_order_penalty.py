"""GL605: A penalty on a gradient that was taken without a graph of its own."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.graph import GRADIENT, Node, Trace
from gradlint.analysis.lost_gradients.op_kinds import kind
from gradlint.analysis.lost_gradients.path_queries import leads_to_target
from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Severity
from gradlint.knowledge.names.operations import Op
from gradlint.rules.shared.bench import Bench, keyword
from gradlint.rules.shared.draft import Draft, DraftLabel, Program
from gradlint.rules.shared.patch import Patch


def detect(program: Program) -> Iterator[Draft]:
    for sink, each in program.lost.traces:
        if sink.kind != "backward":
            continue
        for node in each.flows:
            if node.op != GRADIENT or node.edges or _is_setting(node.place.node):
                continue
            if _is_term(program, each, node):
                yield Draft(
                    node.place.node,
                    "this gradient is a constant in the loss: without create_graph=True nothing is trained through it",
                    "pass create_graph=True",
                    "torch",
                    Severity.WARNING,
                    (DraftLabel("asked", "gradient requested here", sink.place.node),),
                    "cut here: computed without a graph",
                    about=node,
                )


def _is_setting(call: cst.CSTNode) -> bool:
    """`create_graph=self.second_order`: whoever makes it a switch knows what it does without."""
    given = keyword(call, "create_graph") if isinstance(call, cst.Call) else None
    value = given.value if isinstance(given, cst.Arg) else given
    return value is not None and not (
        isinstance(value, cst.Name) and value.value in ("True", "False", "None")
    )


def _is_term(program: Program, each: Trace, node: Node) -> bool:
    """The gradient itself is in the loss; it did not go through a network first, nor only weigh its own source."""
    asked = _asked(program, node)

    def compared(consumer: Node) -> bool:
        """`g - mean_g`, where g has a graph: the difference is trained through the one that has.

        Not so with a derivative by something else: in `u_t - u_xx` both are terms of their own.
        """
        others = [each for each in consumer.operands if each is not None and each is not node]
        graphs = [graph for other in others for graph in _gradients_with_graph(other)]
        return consumer.op == Op.SUB and any(
            not asked or not (also := _asked(program, graph)) or asked & also for graph in graphs
        )

    def passes(consumer: Node, here: Node) -> bool:
        weighs = consumer.op == Op.MUL and any(
            edge.node is not here and asked & each.flows.get(edge.node, frozenset())
            for edge in consumer.edges
        )
        as_input = consumer.opaque and here.op != Op.LAYER_WEIGHTS
        return not as_input and consumer.cut is None and not weighs and not compared(consumer)

    return leads_to_target(each, node, passes)


def _asked(program: Program, gradient: Node) -> set[Node]:
    """What a call of autograd.grad has differentiated by, in this very call."""
    place = gradient.place
    return {
        source
        for sink in program.flow.sinks
        if sink.kind == "autograd.grad" and sink.place.node is place.node and sink.place.stack == place.stack
        for group in sink.asked or ()
        for source in group
    }


def _gradients_with_graph(node: Node) -> Iterator[Node]:
    stack, seen = [node], {node}
    while stack:
        here = stack.pop()
        if here.op == GRADIENT:
            if here.edges:
                yield here
        elif here.op == Op.EITHER or kind(here) in _HANDED_ON:
            inner = [edge.node for edge in here.edges if edge.node not in seen]
            seen.update(inner)
            stack.extend(inner)


def fix(bench: Bench) -> Patch | None:
    call = next(
        (each for each in walk(bench.node) if isinstance(each, cst.Call) and _is_grad(bench, each)), None
    )
    if call is None or not isinstance(bench.draft.about, Node):
        return None
    change = bench.set_argument(call, "create_graph", "True")
    # A step along the gradient works without: many leave its second derivative out on purpose.
    on_purpose = keyword(call, "create_graph") is not None or _is_step(bench, bench.draft.about)
    return bench.patch("Create a graph for this gradient", "unsafe" if on_purpose else "safe", [change])


_HANDED_ON = frozenset("same piece mul div neg".split())


def _is_step(bench: Bench, gradient: Node) -> bool:
    """Something is moved along the gradient, as in `w - lr * g`, before it is made a number of."""
    for _, trace in bench.program.lost.traces:
        seen: set[Node] = set()
        stack = [gradient]
        while stack:
            for consumer, _ in trace.consumers.get(stack.pop(), ()):
                if consumer in seen:
                    continue
                seen.add(consumer)
                tensors = [each for each in consumer.operands if each is not None]
                if kind(consumer) in ("add", "sub") and len(tensors) > 1:
                    return True
                if kind(consumer) in _HANDED_ON or consumer.opaque:
                    stack.append(consumer)
    return False


def _is_grad(bench: Bench, call: cst.Call) -> bool:
    return bench.called(call.func) == "torch.autograd.grad"
