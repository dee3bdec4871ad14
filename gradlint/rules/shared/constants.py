"""Values that an algorithm holds constant: the fix that takes their graph away where they are bound."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.project.syntax import walk
from gradlint.rules.shared.bench import Bench, method
from gradlint.rules.shared.evidence import bindings
from gradlint.rules.shared.patch import Change, Patch


def detach_where_bound(bench: Bench, used: cst.CSTNode | None = None) -> Patch | None:
    """`old = f(x)` as `old = f(x).detach()`; nothing for a value that has no name of its own.

    Of several values that are bound at once, the one that is `used` there is detached by a line of its own.
    """
    line = bench.text.alone(bench.node)
    statement = line.body[0] if line is not None else None
    if line is None or not isinstance(statement, cst.Assign) or len(statement.targets) != 1:
        return None
    value, target = statement.value, statement.targets[0].target
    if isinstance(target, cst.Tuple) and bench.node is value and used is not None:
        return _one_of_several(bench, line, target, used)
    if isinstance(value, (cst.Tuple, cst.Name, cst.Attribute)) or not isinstance(target, cst.Name):
        return None
    if not (bench.node is statement or bench.node is value or bench.node is line):
        return None
    if (found := method(value)) is not None and found[1] in ("detach", "item", "numpy"):
        return None
    start, end = bench.text.span(value)
    written = _constant(bench, value)
    return bench.patch(
        f"Detach `{target.value}`", "unsafe", [None if written is None else Change(start, end, written)]
    )


def _one_of_several(
    bench: Bench, line: cst.SimpleStatementLine, target: cst.Tuple, used: cst.CSTNode
) -> Patch | None:
    bound = {each.value.value for each in target.elements if isinstance(each.value, cst.Name)}
    named = {each.value for each in (used, *walk(used)) if isinstance(each, cst.Name)} & bound
    if len(named) != 1:
        return None
    name = named.pop()
    written = _constant(bench, cst.Name(name))
    change = None if written is None else bench.after(line, f"{name} = {written}")
    return bench.patch(f"Detach `{name}`", "unsafe", [change])


def detach_where_used(bench: Bench, product: cst.CSTNode) -> Patch | None:
    """Of a product, the factor that is a difference: `score * (returns - values).detach()`.

    One that has a name weighs every score of the statement, and may train the critic in another one.
    """
    if not isinstance(product, cst.BinaryOperation) or not isinstance(product.operator, cst.Multiply):
        return None
    factors = [each for each in (product.left, product.right) if _is_difference(bench, each)]
    if len(factors) != 1:
        return None
    written = _constant(bench, factors[0])
    if written is None:
        return None
    same = _factors_like(factors[0], bench.text.alone(product) or product)
    changes = [Change(*bench.text.span(each), written) for each in same]
    return bench.patch("Detach the advantage", "unsafe", changes)


def _factors_like(factor: cst.BaseExpression, within: cst.CSTNode) -> list[cst.BaseExpression]:
    if not isinstance(factor, cst.Name):
        return [factor]
    return [
        each
        for product in walk(within)
        if isinstance(product, cst.BinaryOperation) and isinstance(product.operator, cst.Multiply)
        for each in (product.left, product.right)
        if isinstance(each, cst.Name) and each.value == factor.value
    ]


def _constant(bench: Bench, value: cst.BaseExpression) -> str | None:
    """The same value without a gradient, as the framework writes it."""
    if bench.draft.framework == "torch":
        named = value.value if isinstance(value, cst.Name) else bench.operand(value)
        return f"{named}.detach()"
    stop = bench.name("jax.lax.stop_gradient" if bench.draft.framework == "jax" else "tf.stop_gradient")
    inner = value.value if isinstance(value, cst.Name) else bench.argument(value)
    return None if stop is None else f"{stop}({inner})"


def _is_difference(bench: Bench, factor: cst.BaseExpression) -> bool:
    if isinstance(factor, cst.Name):
        bound = bindings(bench, factor)
        made = bound[0] if len(bound) == 1 else None
        if not isinstance(made, cst.Assign) or not isinstance(made.targets[0].target, cst.Name):
            return False
        return _is_difference(bench, made.value)
    return isinstance(factor, cst.BinaryOperation) and isinstance(factor.operator, cst.Subtract)
