"""Broadcasts that nobody requested: a column meets a row inside a loss and makes a matrix."""

from __future__ import annotations

from gradlint.analysis.domain.graph import Node, Trace
from gradlint.analysis.domain.values import Shape
from gradlint.analysis.lost_gradients.op_kinds import kind
from gradlint.knowledge.names.losses import CHOOSING_LOSSES, LOSSES_OF_ROWS, REGRESSIONS
from gradlint.knowledge.names.operations import AXIS_MAKERS, Op

COMBINING = frozenset({"sub", "mul", "squared_difference"})
ELEMENTWISE = frozenset(
    "square pow abs neg mul add sub div sqrt exp log clamp max min where same piece".split()
)


def text(shape: Shape) -> str:
    """A shape as it is written in Python, `n` for a length that is not known."""
    inside = ", ".join("n" if each is None else str(each) for each in shape)
    return f"({inside},)" if len(shape) == 1 else f"({inside})"


def column_against_row(node: Node, trace: Trace) -> tuple[Shape, Shape] | None:
    """The shapes (n, 1) and (n,) that meet in this operation, if its result is then summed up whole."""
    short = node.op.rpartition(".")[2]
    if len(node.shapes) < 2 or (short not in REGRESSIONS and kind(node) not in COMBINING):
        return None
    for one, other in ((0, 1), (1, 0)):
        column, row = node.shapes[one], node.shapes[other]
        if column is None or row is None or not _is_pair(column, row):
            continue
        if _written_out(node, one) or _written_out(node, other) or _is_counted_only(node.operands[other]):
            continue
        if short in REGRESSIONS or _summed_whole(node, trace):
            return column, row
    return None


def _is_pair(column: Shape, row: Shape) -> bool:
    if len(column) != 2 or len(row) != 1 or column[1] != 1 or column[0] == 1 or row[0] == 1:
        return False
    return None in (column[0], row[0]) or column[0] == row[0]


def _written_out(node: Node, position: int) -> bool:
    """The extra axis was made on the spot, as in `x[:, None] - y`: a matrix was wanted."""
    operand = node.operands[position]
    return (
        operand is not None
        and operand.op.rpartition(".")[2] in AXIS_MAKERS
        and any(operand.place.node is each for each in node.place.node.children)
    )


def _is_counted_only(node: Node | None) -> bool:
    """One loss for each element of something unknown: how many axes they lie on, nobody has said."""
    while node is not None:
        if "reduction" in node.keys:
            short = node.op.rpartition(".")[2]
            return short not in CHOOSING_LOSSES | LOSSES_OF_ROWS and node.shapes[:1] == (None,)
        if kind(node) not in ELEMENTWISE:
            return False
        sized = [each for each, shape in zip(node.operands, node.shapes) if shape != ()]
        node = sized[0] if len(sized) == 1 else None
    return False


def _summed_whole(node: Node, trace: Trace) -> bool:
    stack, seen = [node], {node}
    while stack:
        here = stack.pop()
        for consumer, _ in trace.consumers.get(here, ()):
            if kind(consumer) == "sum":
                if len(consumer.operands) == 1 and not consumer.keys:
                    return True
            elif (kind(consumer) in ELEMENTWISE or consumer.op == Op.EITHER) and consumer not in seen:
                seen.add(consumer)
                stack.append(consumer)
    return False
