"""Losses that are added up over batches: divided or not, a sum themselves, or the loss of a piece of a batch."""

from __future__ import annotations

from gradlint.analysis.domain.graph import TORCH, Node, reachable
from gradlint.analysis.lost_gradients.op_kinds import given, kind, whole
from gradlint.knowledge.names.operations import Op

ADDITIONS = frozenset({"add", "add_", "__iadd__"})


PIECES = frozenset({"chunk", "split", "tensor_split"})


def is_scaled(node: Node, depth: int = 8) -> bool:
    """Whether the loss is a quotient or a product with a plain number, or a sum of such terms."""
    while node.op in (Op.SCALED, Op.EITHER, Op.ADD) and len(node.edges) == 1:
        node = node.edges[0].node
    if node.op == Op.EITHER and node.edges:
        return all(edge.node.id < node.id and is_scaled(edge.node) for edge in node.edges)
    if node.op in ADDITIONS:
        terms = [edge.node for edge in node.edges if TORCH in edge.tracked]
        return bool(terms and depth) and all(
            each.id < node.id and is_scaled(each, depth - 1) for each in terms
        )
    if node.op in (Op.DIV, Op.DIV_INPLACE, Op.TRUE_DIVIDE):
        return not is_weighted_mean(node)
    return node.op in (Op.MUL, Op.MUL_INPLACE)


def is_weighted_mean(node: Node) -> bool:
    """`(x * mask).sum() / mask.sum()`: the mean over this batch, divided by nothing else."""
    if len(node.operands) < 2:
        return False
    top, bottom = node.operands[:2]
    while kind(top) == "neg":
        top = _first(top)
    while bottom is not None and (bottom.op == Op.CALL or kind(bottom) in ("clamp", "max", "same", "add")):
        bottom = _first(bottom)
    if top is None or bottom is None or top.op != Op.SUM or bottom.op != Op.SUM:
        return False
    product, weight = _first(top), _first(bottom)
    if product is None or weight is None or kind(whole(product)) != "mul":
        return False
    return any(each is not None and whole(each) is whole(weight) for each in whole(product).operands)


def _first(node: Node | None) -> Node | None:
    return node.operands[0] if node is not None and node.operands else None


def is_sum(node: Node) -> bool:
    """The loss is summed over its batch: adding batches up is as good as one large batch."""
    return node.op == Op.SUM or given(node, 99, "reduction")[1] == "sum"


def of_a_piece(targets: tuple[Node, ...]) -> bool:
    """The loss is that of one piece of a batch which was cut into several."""
    return any(each.op in PIECES and not each.tracked for each in reachable(targets, TORCH))
