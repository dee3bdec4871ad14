"""Gradients that are zero or NaN by construction: two zero factors, a softmax over one element, an empty mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from gradlint.analysis.domain.facts import Flow, Write
from gradlint.analysis.domain.faults import Fault, fault
from gradlint.analysis.domain.graph import Node, Place, Trace, recorded
from gradlint.knowledge.names.operations import PRODUCTS, SAME_UP_TO_SIGN, WITH_A_BIAS, Op

ZEROS = frozenset({"torch.zeros", "torch.zeros_like"})
SOFTMAX = frozenset({"softmax", "log_softmax"})


def zero_products(flow: Flow) -> Iterator[Fault]:
    """A product of two factors that both begin as zeros: neither gets a gradient, so neither ever moves."""
    zeroed = _Zeros(flow)
    said: set[Node] = set()
    for sink in flow.sinks:
        for node in recorded(sink.targets, sink.recorder) if sink.kind in ("backward", "step") else ():
            if node.op not in PRODUCTS:
                continue
            found = (_zero(each, zeroed, 0) for each in _factors(node))
            factors = [each for each in found if each is not None]
            if len(factors) > 1 and len(set(factors)) > 1:
                first = min(factors, key=lambda each: each.id)
                if first not in said:
                    said.add(first)
                    last = max(factors, key=lambda each: each.id)
                    yield fault(zeroed.where(first), "zero-factors", "torch", "", zeroed.where(last))


class _Zeros:
    """Which parameters begin as zeros."""

    def __init__(self, flow: Flow) -> None:
        self.filled = flow.filled
        zeroing = [each for each in flow.writes if each.how == "init" and _writes_zeros(each)]
        self.written = {each.target.node: each.place for each in zeroing if not _is_bias(each.place.node)}
        self.unbiased = {each.target.node for each in zeroing if _is_bias(each.place.node)}
        """Layers whose bias begins as zeros, too."""

    def where(self, node: Node) -> Place:
        """The line that makes it zero: the one that fills it, or the one that makes it of zeros."""
        return self.written.get(node, node.place)

    def __contains__(self, node: Node) -> bool:
        if node.source is None or node.source.kind not in ("parameter", "module") or node in self.filled:
            return False
        made = [*node.operands, *(edge.node for edge in node.edges)]
        return node in self.written or any(each is not None and each.op in ZEROS for each in made)


def _writes_zeros(write: Write) -> bool:
    """`nn.init.zeros_(w)`, `nn.init.constant_(w, 0.0)`"""
    call = write.place.node
    if write.name != "constant_":
        return write.name == "zeros_"
    number = call.args[1].value if isinstance(call, cst.Call) and len(call.args) > 1 else None
    return isinstance(number, (cst.Integer, cst.Float)) and number.evaluated_value == 0


def _factors(node: Node) -> list[Node]:
    """What is multiplied: the bias of a linear layer is added."""
    if node.op in WITH_A_BIAS and node.op.islower():
        return [each for each in node.operands[:2] if each is not None]
    return [edge.node for edge in node.edges]


def _is_bias(node: cst.CSTNode) -> bool:
    """`nn.init.zeros_(self.up.bias)`"""
    given = node.args[0].value if isinstance(node, cst.Call) and node.args else None
    return isinstance(given, cst.Attribute) and "bias" in given.attr.value


def _adds_bias(node: Node, zeroed: _Zeros) -> bool:
    """A linear operation adds something that need not be zero."""
    if node.op.islower():
        return len(node.operands) > 2 or len(node.edges) > 2
    weights = node.edges[-1].node if node.edges else None
    made = weights.place.node if weights is not None and weights.source is not None else None
    if weights in zeroed.unbiased or not isinstance(made, cst.Call):
        return weights not in zeroed.unbiased
    given = [each.value for each in made.args if each.keyword is not None and each.keyword.value == "bias"]
    return not (len(given) == 1 and isinstance(given[0], cst.Name) and given[0].value == "False")


def _zero(node: Node, zeroed: _Zeros, depth: int) -> Node | None:
    """The parameter because of which a value is zero at the beginning."""
    if node.source is not None:
        return node if node in zeroed else None
    if depth > 8:
        return None
    if node.op in SAME_UP_TO_SIGN or (
        node.op in (Op.MUL, Op.DIV) and len([each for each in node.operands if each]) == 1
    ):
        return _zero(node.edges[0].node, zeroed, depth + 1) if node.edges else None
    if node.op in PRODUCTS:
        if node.op in WITH_A_BIAS and _adds_bias(node, zeroed):
            return None
        return next((each for part in _factors(node) if (each := _zero(part, zeroed, depth + 1))), None)
    return None


def single_softmax(flow: Flow) -> Iterator[Fault]:
    """softmax over the last axis where that has one element: always 1, with gradient 0."""
    said: set[cst.CSTNode] = set()
    for sink in flow.sinks:
        for node in recorded(sink.targets, sink.recorder) if sink.kind in ("backward", "step") else ():
            if node.op.lower() in SOFTMAX and node.place.node not in said and _is_single(node):
                said.add(node.place.node)
                yield fault(node.place, "single-softmax", "torch", "", sink.place)


def _is_single(node: Node) -> bool:
    axis = next(
        (each for each in node.constants[1:] if isinstance(each, int) and not isinstance(each, bool)), None
    )
    shape = node.shapes[0] if node.shapes else None
    if axis is None:
        return False
    last = axis == -1 or (shape is not None and axis == len(shape) - 1)
    if shape is not None and last and len(shape) > 1:
        return shape[-1] == 1
    made = node.operands[0] if node.operands else None
    if made is None or not last:
        return False
    if made.op == Op.TOPK:
        return len(made.constants) > 1 and made.constants[1] == 1
    return shape is None and axis == -1 and any(_gives_one_number(edge.node) for edge in made.edges)


def _gives_one_number(weights: Node) -> bool:
    """The weights of an `nn.Linear(n, 1)`, whatever goes in."""
    call = weights.place.node
    if weights.op != Op.LINEAR_WEIGHTS or not isinstance(call, cst.Call):
        return False
    plain = [each.value for each in call.args if each.keyword is None and not each.star]
    named = [each.value for each in call.args if each.keyword and each.keyword.value == "out_features"]
    width = named[0] if named else plain[1] if len(plain) > 1 else None
    return isinstance(width, cst.Integer) and width.evaluated_value == 1


def empty_means(traces: Sequence[tuple[object, Trace]]) -> Iterator[Fault]:
    """`(x * mask).sum(-1) / mask.sum(-1)`: where the mask of a row is empty, 0 / 0."""
    said: set[cst.CSTNode] = set()
    for _, each in traces:
        for node, sources in each.flows.items():
            if node.op not in (Op.DIV, Op.TRUE_DIVIDE) or not sources or len(node.operands) != 2:
                continue
            top, bottom = node.operands
            if top is None or bottom is None or each.flows.get(bottom) or node.place.node in said:
                continue
            top = top.operands[0] if top.op == Op.NEG and top.operands else top
            if top is not None and _sums_rows(bottom) and _is_masked_sum(top, bottom):
                said.add(node.place.node)
                yield fault(node.place, "empty-mean", "torch")


def _sums_rows(node: Node) -> bool:
    return node.op == Op.SUM and any(isinstance(each, int) for each in node.constants[1:])


def _is_masked_sum(top: Node, bottom: Node) -> bool:
    mask = bottom.operands[0] if bottom.operands else None
    product = top.operands[0] if top.op == Op.SUM and top.operands else None
    if mask is None or product is None or product.op not in (Op.MUL, Op.MULTIPLY) or not _may_be_empty(mask):
        return False
    return any(each is not None and _unshaped(each) is _unshaped(mask) for each in product.operands)


def _may_be_empty(mask: Node) -> bool:
    """A mask that the program writes down or compares for: of one that it is given, somebody else has thought."""
    made = _unshaped(mask)
    return made.op in (
        Op.TORCH_TENSOR,
        Op.COMPARISON,
        Op.LOGICAL_AND,
        Op.LOGICAL_NOT,
        Op.NE,
        Op.EQ,
        Op.GT,
        Op.LT,
        Op.AND,
    )


def _unshaped(node: Node) -> Node:
    while (
        node.op in (Op.UNSQUEEZE, Op.SQUEEZE, Op.FLOAT, Op.TO, Op.CAST, Op.EXPAND, Op.EXPAND_AS, Op.GETITEM)
        and node.edges
    ):
        node = node.edges[0].node
    return node
