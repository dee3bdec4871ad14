"""How a function uses one of its names: the surest sign of what must be passed."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field

from .names import dotted

_TENSOR_CALL = re.compile(
    r"(torch|F|nn\.functional|functional|tf|tf\.\w+|jnp|jax\.\w+|K|ops|np)\.\w+(\.\w+)*"
)
_INDEX_ARGUMENT = {
    "gather": 1,
    "scatter": 1,
    "scatter_add": 1,
    "index_select": 1,
    "index_add": 1,
    "scatter_": 1,
}
_TARGET_SECOND = frozenset({"cross_entropy", "nll_loss"})
_LONG_FIRST = frozenset({"embedding", "one_hot", "bincount"})
STRING_METHODS = frozenset(
    {"lower", "upper", "startswith", "endswith", "split", "format", "strip", "join", "replace"}
)
DICT_METHODS = frozenset({"items", "keys", "values", "get", "update"})
LIST_METHODS = frozenset({"append", "extend", "insert"})


@dataclass
class Usage:
    """What was seen of one name."""

    called: bool = False
    attributes: set[str] = field(default_factory=set)
    keys: set[str] = field(default_factory=set)
    ranks: set[int] = field(default_factory=set)
    """Numbers of axes that the code says outright."""
    least_rank: int = 0
    unpacked: int = 0
    iterated: bool = False
    indexed: bool = False
    strings: list[str] = field(default_factory=list)
    ranged: bool = False
    tested: bool = False
    long: bool = False
    arithmetic: bool = False
    passed_to_framework: bool = False
    spread: str = ""
    """`*` or `**`, if it is spread over the arguments of a call."""
    instances: list[str] = field(default_factory=list)
    """Classes it is asked to be an instance of."""


def usage_of(name: str, function: ast.AST) -> Usage:
    """Everything that the body does with the name itself (`self.x` may be given as a name too)."""
    found = Usage()
    for node in ast.walk(function):
        _look(node, name, found)
    return found


def _is(node: ast.AST | None, name: str) -> bool:
    if node is None:
        return False
    return (dotted(node) == name) if "." in name else (isinstance(node, ast.Name) and node.id == name)


def _look(node: ast.AST, name: str, found: Usage) -> None:
    if isinstance(node, ast.Call):
        _look_call(node, name, found)
    elif isinstance(node, ast.Attribute) and _is(node.value, name):
        found.attributes.add(node.attr)
    elif isinstance(node, ast.Subscript) and _is(node.value, name):
        _look_index(node.slice, found)
    elif isinstance(node, ast.Assign):
        _look_unpacking(node, name, found)
    elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        found.iterated |= _is(node.iter, name)
    elif isinstance(node, ast.Compare):
        _look_comparison(node, name, found)
    elif isinstance(node, ast.BinOp):
        found.arithmetic |= _is(node.left, name) or _is(node.right, name)
    elif isinstance(node, (ast.If, ast.IfExp)):
        test = node.test.operand if isinstance(node.test, ast.UnaryOp) else node.test
        parts = test.values if isinstance(test, ast.BoolOp) else [test]
        found.tested |= any(_is(part, name) for part in parts)


def _look_call(node: ast.Call, name: str, found: Usage) -> None:
    found.called |= _is(node.func, name)
    if any(isinstance(one, ast.Starred) and _is(one.value, name) for one in node.args):
        found.spread = "*"
    if any(one.arg is None and _is(one.value, name) for one in node.keywords):
        found.spread = "**"
    function = dotted(node.func)
    last = function.rpartition(".")[2] or (node.func.attr if isinstance(node.func, ast.Attribute) else "")
    for position, given in enumerate(node.args):
        if not _is(given, name):
            continue
        found.ranged |= function == "range"
        found.long |= last in _TARGET_SECOND and position == 1
        found.long |= last in _LONG_FIRST and position == 0
        found.long |= _INDEX_ARGUMENT.get(last) == position
        found.iterated |= (
            last in ("cat", "stack", "concat", "concatenate", "zip", "enumerate", "sum") and position == 0
        )
        found.passed_to_framework |= bool(_TENSOR_CALL.fullmatch(function))
    if function == "isinstance" and len(node.args) == 2 and _is(node.args[0], name):
        kinds = node.args[1].elts if isinstance(node.args[1], ast.Tuple) else [node.args[1]]
        found.instances.extend(ast.unparse(kind) for kind in kinds)
    if isinstance(node.func, ast.Attribute) and _is(node.func.value, name):
        _look_method(node, node.func.attr, found)
    if last in ("rearrange", "reduce", "repeat", "einsum"):
        _look_pattern(node, name, found)


def _look_method(node: ast.Call, method: str, found: Usage) -> None:
    if method == "permute" and node.args:
        found.ranks.add(len(node.args[0].elts) if isinstance(node.args[0], ast.Tuple) else len(node.args))
    axes = [one.value for one in node.keywords if one.arg in ("dim", "axis")]
    if method in (
        "transpose",
        "size",
        "unbind",
        "select",
        "sum",
        "mean",
        "softmax",
        "flatten",
        "narrow",
        "chunk",
    ):
        axes.extend(node.args[:2] if method == "transpose" else node.args[:1])
    for axis in axes:
        value = _constant(axis)
        if isinstance(value, int):
            found.least_rank = max(found.least_rank, value + 1 if value >= 0 else -value)
    found.long |= method == "long"


def _look_index(index: ast.expr, found: Usage) -> None:
    found.indexed = True
    if isinstance(index, ast.Constant) and isinstance(index.value, str):
        found.keys.add(index.value)
    if isinstance(index, ast.Tuple):
        axes = [one for one in index.elts if not _is_added_axis(one)]
        found.least_rank = max(found.least_rank, len([one for one in axes if not _is_ellipsis(one)]))


def _look_unpacking(node: ast.Assign, name: str, found: Usage) -> None:
    value = node.value
    for goal in node.targets:
        if not isinstance(goal, (ast.Tuple, ast.List)):
            continue
        starred = any(isinstance(one, ast.Starred) for one in goal.elts)
        if _is(value, name):
            found.unpacked = max(found.unpacked, len(goal.elts))
        elif _is_shape(value, name) and not starred:
            found.ranks.add(len(goal.elts))
        elif (
            isinstance(value, ast.Subscript)
            and _is_shape(value.value, name)
            and isinstance(value.slice, ast.Slice)
        ):
            lower = _constant(value.slice.lower) if value.slice.lower else 0
            upper = _constant(value.slice.upper) if value.slice.upper else None
            if isinstance(lower, int) and upper is None and not starred:
                if lower >= 0:
                    found.ranks.add(lower + len(goal.elts))
                else:
                    found.least_rank = max(found.least_rank, -lower)
            elif isinstance(upper, int) and upper > 0:
                found.least_rank = max(found.least_rank, upper)


def _look_comparison(node: ast.Compare, name: str, found: Usage) -> None:
    right = node.comparators[0]
    if _is(node.left, name):
        options = right.elts if isinstance(right, (ast.Tuple, ast.List, ast.Set)) else [right]
        found.strings.extend(
            one.value for one in options if isinstance(one, ast.Constant) and isinstance(one.value, str)
        )
    rank = _constant(right)
    if isinstance(rank, int) and _is_rank(node.left, name):
        if isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
            found.ranks.add(rank)
        elif isinstance(node.ops[0], (ast.GtE, ast.Lt)):
            found.least_rank = max(found.least_rank, rank)


def _look_pattern(node: ast.Call, name: str, found: Usage) -> None:
    """`rearrange(x, "b c (h w) -> ...")` and `einsum("bid,bjd->bij", q, k)`."""
    texts = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    if not texts or "->" not in texts[0]:
        return
    left = texts[0].split("->")[0]
    given = [one for one in node.args if not (isinstance(one, ast.Constant) and isinstance(one.value, str))]
    for position, one in enumerate(given):
        groups = left.split(",")
        if _is(one, name) and position < len(groups) and "..." not in groups[position]:
            words = re.sub(r"\([^)]*\)", "g", groups[position]).split()
            found.ranks.add(len(words) if len(words) > 1 else len(words[0]) if words else 0)


def _is_shape(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr == "shape" and _is(node.value, name)
    called = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args
    return called and node.func.attr == "size" and _is(node.func.value, name)  # type: ignore[attr-defined]


def _is_rank(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.Call) and dotted(node.func) == "len" and node.args:
        return _is_shape(node.args[0], name)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr == "dim" and _is(node.func.value, name)
    return isinstance(node, ast.Attribute) and node.attr == "ndim" and _is(node.value, name)


def _constant(node: ast.AST | None) -> object:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = _constant(node.operand)
        return -value if isinstance(value, (int, float)) else None
    return node.value if isinstance(node, ast.Constant) else None


def _is_added_axis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis
