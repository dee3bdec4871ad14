"""What an operation computes, whatever the framework calls it: one word per kind, its arguments by name."""

from __future__ import annotations

from collections.abc import Iterator

from gradlint.analysis.domain.graph import Node
from gradlint.knowledge.names.operations import SPELLINGS, Kind, Op
from gradlint.knowledge.names.torch import FILLED_BY_ONE_NUMBER

_KINDS = {spelling: kind for kind, spellings in SPELLINGS.items() for spelling in spellings}
SIGNS = {
    "gt": ">", "greater": ">", "ge": ">=", "greater_equal": ">=", "lt": "<", "less": "<", "le": "<=",
    "less_equal": "<=", "eq": "==", "equal": "==", "ne": "!=", "not_equal": "!=", "isclose": "==",
}  # fmt: skip


def kind(node: Node | None) -> Kind:
    """The kind of operation that made a value."""
    if node is None:
        return ""
    short = node.op.rpartition(".")[2]
    if node.op.startswith("numpy."):
        return ""
    if node.op == Op.NEG and node.cut is not None:
        return "not"
    if short in SIGNS or node.sign:
        return "comparison"
    if short == "getitem" and _only_new_axes(node):
        return "same"
    if short in _PICKING and _picks_extreme(node):
        return "extreme"
    if short in ("max", "min") and len(node.operands) > 1 and node.operands[1] is not None:
        return "max" if short == "max" else "min"  # of two tensors
    return _KINDS.get(short, "")


_PICKING = frozenset("getitem gather take take_along_axis take_along_dim index_select gather_nd".split())
_POSITIONS = frozenset("argmax argmin max min".split())
"""Operations that tell where the largest or smallest element is."""


def _picks_extreme(node: Node) -> bool:
    """x[argmax(x)] is the maximum of x, however the position was handed on."""
    base = plain(node.operands[0]) if node.operands and node.operands[0] is not None else None
    stack = [edge.node for edge in node.edges if edge.role == "index"]
    for _ in range(12):
        if not stack or base is None:
            return False
        here = stack.pop()
        if here.op.rpartition(".")[2] in _POSITIONS and here.edges and plain(here.edges[0].node) is base:
            return True
        stack.extend(edge.node for edge in here.edges)
    return False


def _only_new_axes(node: Node) -> bool:
    """x[:, None], x[...]: every element is still there."""
    index = node.constants[1] if len(node.constants) > 1 else None
    parts = index if isinstance(index, tuple) else (index,)
    whole = all(part is None or part is Ellipsis or part == slice(None) for part in parts)
    return whole and (None in parts if isinstance(index, tuple) else index is not None)


def given(node: Node, position: int, *names: str) -> tuple[Node | None, object]:
    """One argument of an operation, as a node or as a literal; (None, None) if it was not given."""
    count = len(node.operands)
    first_key = count - len(node.keys)
    for offset, key in enumerate(node.keys):
        if key in names:
            return node.operands[first_key + offset], node.constants[first_key + offset]
    if position < first_key:
        return node.operands[position], node.constants[position]
    return None, None


def transparent(node: Node) -> bool:
    """The argument of a traced function, where it was computed outside of it."""
    outside = node.operands[0] if node.op == Op.ARGUMENT and node.operands else None
    if outside is None:
        return False
    value = plain(outside)
    if not value.edges:
        return value.source is not None
    # Of numbers alone nothing depends: inside they are what the function is differentiated with respect to.
    return any(each.source is not None or not (each.edges or _is_fixed(each)) for each in behind(value, 40))


def _is_fixed(node: Node) -> bool:
    return node.op == Op.NUMBER or node.op.rpartition(".")[2] in FILLED_BY_ONE_NUMBER


def plain(node: Node) -> Node:
    """The value itself, behind whatever only rearranges or selects its elements."""
    while (
        kind(node) in ("same", "piece") and node.operands and node.operands[0] is not None and not node.opaque
    ):
        node = node.operands[0]
    return node


def whole(node: Node) -> Node:
    """The value itself, behind whatever gives all its elements another form."""
    while kind(node) == "same" and node.operands and node.operands[0] is not None and not node.opaque:
        if node.source is not None and not transparent(node):
            break
        node = node.operands[0]
    return node


def identity(node: Node) -> object:
    """Equal for values that are the same numbers: x[0] is x[0] wherever it is written."""
    node = whole(node)
    index = node.constants[1] if node.op == Op.GETITEM and len(node.constants) > 1 else None
    if index is not None and node.operands[0] is not None and not node.opaque:
        return (identity(node.operands[0]), repr(index))
    return node


def is_same(one: Node | None, two: Node | None, depth: int = 6) -> bool:
    """Whether two values are the same formula of the same values, written twice."""
    if one is None or two is None or one is two:
        return one is two
    one, two = whole(one), whole(two)
    if identity(one) == identity(two):
        return True
    if not depth or one.op != two.op or one.source is not None or one.opaque or not one.operands:
        return False
    alike = (one.keys, one.constants, len(one.operands)) == (two.keys, two.constants, len(two.operands))
    return alike and all(is_same(a, b, depth - 1) for a, b in zip(one.operands, two.operands))


def is_share(node: Node) -> bool:
    """x / x.sum(): a number between none and all of it, for each element another."""
    if kind(node) != "div" or len(node.operands) < 2 or node.operands[1] is None:
        return False
    total = whole(node.operands[1])
    return kind(total) == "sum" and bool(total.operands) and is_same(node.operands[0], total.operands[0])


def number(value: object) -> float | None:
    """A literal as a number; None for anything else."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    return None


def behind(node: Node, limit: int = 400) -> Iterator[Node]:
    """Every value that a value was computed from as a number, itself included; not into modules."""
    seen, stack = {node}, [node]
    while stack and len(seen) < limit:
        here = stack.pop()
        yield here
        if here.opaque or here.source is not None:
            continue
        for edge in here.edges:
            if edge.role != "index" and edge.node not in seen:
                seen.add(edge.node)
                stack.append(edge.node)
