"""Reads the steps of finite differences: what is moved, by how much, in which precision."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.project.syntax import names_in, number, text, walk
from gradlint.knowledge.names.operations import SHARES_MEMORY

WRAPPERS = frozenset({"float", "item", "float32", "float64", "abs"})
"""Around an evaluation they change nothing that matters here."""
TRANSPARENT = frozenset({"flat", "data", "T", "value"})


def steps_in(node: cst.BaseExpression) -> frozenset[str]:
    """The names and small literals of which a step can be made."""
    found = set(names_in(node))
    for each in walk(node, into_functions=False):
        if isinstance(each, cst.Float):
            found.add(f"={float(each.value)!r}")
    return frozenset(found)


def is_step(node: cst.BaseExpression) -> bool:
    """`h`, `2 * h`, `self.eps`, `2e-6`: what a difference is divided by."""
    node = unwrapped(node)
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Multiply):
        return is_step(node.left) and is_step(node.right)
    return isinstance(node, (cst.Name, cst.Attribute)) or number(node) is not None


def same_step(one: frozenset[str], two: frozenset[str]) -> bool:
    """Whether two steps are the same: by name, or a literal and its double."""
    if {name for name in one & two if not name.startswith("=")} - {"np", "torch", "jnp", "float", "numpy"}:
        return True
    left = [float(each[1:]) for each in one if each.startswith("=")]
    right = [float(each[1:]) for each in two if each.startswith("=")]
    return any(a and b and abs(a / b - ratio) < 1e-9 for a in left for b in right for ratio in (1.0, 2.0))


def further_by(away: dict[str, float], step: cst.BaseExpression, sign: float) -> dict[str, float] | None:
    factor, name = _term(unwrapped(step))
    if name is None:
        return None
    return {**away, name: away.get(name, 0.0) + sign * factor}


def _term(node: cst.BaseExpression) -> tuple[float, str | None]:
    """`h`, `2 * h`, `1e-5`: a factor and what it multiplies."""
    literal = number(node)
    if literal is not None:
        return literal, "1"
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
        factor, name = _term(node.expression)
        return -factor, name
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Multiply):
        for one, two in ((node.left, node.right), (node.right, node.left)):
            literal = number(one)
            if literal is not None:
                factor, name = _term(two)
                return literal * factor, name
    return 1.0, text(node)


def unwrapped(node: cst.BaseExpression) -> cst.BaseExpression:
    """Without float(...), np.float32(...) and .item() around it."""
    while isinstance(node, cst.Call) and short_name(node.func) in WRAPPERS:
        if isinstance(node.func, cst.Attribute) and not node.args:
            node = node.func.value
        elif len(node.args) == 1:
            node = node.args[0].value
        else:
            break
    return node


def way_to(node: cst.BaseExpression) -> tuple[str | None, str, int]:
    """`x[i]`, `x.flat[i]`, `x[name][i]`: the name, the way from it as text, how deep it goes."""
    parts: list[str] = []
    depth = 0
    while True:
        if isinstance(node, cst.Subscript):
            parts.append(",".join(text(each) for each in node.slice))
            depth += 1
            node = node.value
        elif isinstance(node, cst.Attribute):
            if node.attr.value not in TRANSPARENT:
                parts.append("." + node.attr.value)
                depth += 1
            node = node.value
        elif (
            isinstance(node, cst.Call)
            and isinstance(node.func, cst.Attribute)
            and short_name(node.func) in SHARES_MEMORY
        ):
            node = node.func.value
        else:
            break
    name = node.value if isinstance(node, cst.Name) else None
    return name, "|".join(reversed(parts)), depth


def short_name(node: cst.BaseExpression) -> str:
    if isinstance(node, cst.Attribute):
        return node.attr.value
    return node.value if isinstance(node, cst.Name) else ""


def looks_like_module(name: str) -> bool:
    return name in ("np", "numpy", "torch", "jnp", "copy", "tf", "onp")


def named_precision(node: cst.BaseExpression) -> int | None:
    """The precision that a call asks for by name."""
    for found in _dtype_words(node):
        if found in ("float64", "double", "float", "complex", "complex128", "float_", "longdouble"):
            return 64
        if found in ("float32", "half", "float16", "bfloat16", "single"):
            return 32
    return None


def _dtype_words(node: cst.BaseExpression) -> Iterator[str]:
    if not isinstance(node, cst.Call):
        return
    name = short_name(node.func)
    if isinstance(node.func, cst.Attribute) and not node.args and name in ("double", "half", "bfloat16"):
        yield name
    elif isinstance(node.func, cst.Attribute) and not node.args and name == "float":
        yield "float32"
    if name in ("float32", "float64") and node.args:
        yield name
    for arg in node.args:
        if (arg.keyword is not None and arg.keyword.value == "dtype") or name in ("astype", "to", "type"):
            value = arg.value
            if isinstance(value, cst.SimpleString):
                yield str(value.raw_value)
            elif isinstance(value, (cst.Name, cst.Attribute)):
                yield short_name(value)
