"""Losses that are added up over batches: divided or not, a sum themselves, or the loss of a piece of a batch."""

from __future__ import annotations

from gradlint.analysis.domain.graph import TORCH, Node, reachable
from gradlint.analysis.lost_gradients.op_kinds import given
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
    return node.op in (Op.DIV, Op.MUL, Op.DIV_INPLACE, Op.MUL_INPLACE, Op.TRUE_DIVIDE)


def is_sum(node: Node) -> bool:
    """The loss is summed over its batch: adding batches up is as good as one large batch."""
    return node.op == Op.SUM or given(node, 99, "reduction")[1] == "sum"


def of_a_piece(targets: tuple[Node, ...]) -> bool:
    """The loss is that of one piece of a batch which was cut into several."""
    return any(each.op in PIECES and not each.tracked for each in reachable(targets, TORCH))
