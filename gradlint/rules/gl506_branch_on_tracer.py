"""GL506: Python control flow or shapes that need the value of a tracer."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.misuses import MASK, BranchOnTracer, DynamicShape, Misuse, TracedPosition
from gradlint.analysis.project.syntax import walk
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.wording import Wording, Wordings, worded

_NEEDS_A_VALUE: Wordings = {
    BranchOnTracer: Wording(
        "TracerBoolConversionError: Attempted boolean conversion of traced array",
        "use jnp.where or jax.lax.cond, or make the argument static",
        "a traced array has no truth value",
    ),
    DynamicShape: Wording(
        "{fact.what} under jit: the shape of the result depends on values that are not known yet",
        "use jnp.where(mask, x, 0), a size= argument, a static argument (static_argnames), or run this outside jit",
        "shapes must be known while tracing",
    ),
    TracedPosition: Wording(
        "TracerIntegerConversionError: a Python {fact.kind} cannot be indexed by a traced array",
        "stack the elements into one array, or choose with jax.lax.switch",
        "Python needs the number itself",
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from worded(program, _NEEDS_A_VALUE)


def fix(bench: Bench) -> Patch | None:
    about, node = bench.draft.about, bench.node
    where = bench.name("jax.numpy.where")
    if not isinstance(about, Misuse) or where is None:
        return None
    if isinstance(about, DynamicShape):
        return _masked(bench, where) if about.what == MASK else None
    branch = next(
        (each for each in (node, *bench.text.up(node)) if isinstance(each, (cst.If, cst.IfExp))), None
    )
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value in ("max", "min"):
        return _larger(bench, node, node.func.value)
    if isinstance(branch, cst.IfExp):
        test = _elementwise(bench, branch.test)
        if test is None or not _are_numbers(branch.body, branch.orelse):
            return None
        written = f"{where}({test}, {bench.code(branch.body)}, {bench.code(branch.orelse)})"
        return bench.patch("Compute both and choose", "unsafe", [bench.replace(branch, written)])
    return _chosen(bench, branch, where) if isinstance(branch, cst.If) else None


def _larger(bench: Bench, call: cst.Call, which: str) -> Patch | None:
    """The larger of two numbers; of several, or of those in a list, there is no such function."""
    name = bench.name(f"jax.numpy.{which}imum")
    if name is None or len(call.args) != 2 or any(arg.star or arg.keyword for arg in call.args):
        return None
    return bench.patch("Compare elementwise", "safe", [bench.replace(call.func, name)])


_NO_NUMBERS = (cst.Tuple, cst.List, cst.Dict, cst.Set, cst.Lambda, cst.BaseString, cst.ListComp, cst.DictComp)


def _are_numbers(*values: cst.BaseExpression) -> bool:
    """Nothing that where() could not choose from, such as a pair or None."""
    return not any(
        isinstance(each, _NO_NUMBERS) or (isinstance(each, cst.Name) and each.value == "None")
        for each in values
    )


def _elementwise(bench: Bench, test: cst.BaseExpression) -> str | None:
    """A condition in functions of arrays, which take plain truths as well.

    None for a question that is no array's: whether something is None, in a list, or of a type.
    """
    if isinstance(test, cst.BooleanOperation):
        return _joined(bench, isinstance(test.operator, cst.And), [test.left, test.right])
    if isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
        inside, name = _elementwise(bench, test.expression), bench.name("jax.numpy.logical_not")
        return f"{name}({inside})" if inside is not None and name is not None else None
    if isinstance(test, cst.Comparison):
        if any(
            isinstance(each.operator, (cst.Is, cst.IsNot, cst.In, cst.NotIn)) for each in test.comparisons
        ):
            return None
        if len(test.comparisons) > 1:
            return _chain(bench, test)
    if isinstance(test, cst.Call) and isinstance(test.func, cst.Name):
        if test.func.value in ("isinstance", "hasattr", "callable", "any", "all", "bool"):
            return None
    return bench.argument(test)


def _joined(bench: Bench, both: bool, parts: list[cst.BaseExpression]) -> str | None:
    name = bench.name(f"jax.numpy.logical_{'and' if both else 'or'}")
    written = [_elementwise(bench, each) for each in parts]
    known = [each for each in written if each is not None]
    return f"{name}({', '.join(known)})" if name is not None and len(known) == len(parts) else None


def _chain(bench: Bench, test: cst.Comparison) -> str | None:
    """`a < x < b` as both of its halves."""
    name = bench.name("jax.numpy.logical_and")
    if name is None or len(test.comparisons) != 2:
        return None
    middle = test.comparisons[0].comparator
    (start, end), half = bench.text.inner(test), bench.text.span(middle)[1]
    return f"{name}({bench.text.all[start:half]}, {bench.code(middle)}{bench.text.all[half:end]})"


def _chosen(bench: Bench, branch: cst.If, where: str) -> Patch | None:
    """An if with one assignment or one return on each side, as a where()."""
    body = _only(branch.body)
    other = _only(branch.orelse.body) if isinstance(branch.orelse, cst.Else) else None
    test = _elementwise(bench, branch.test)
    block = bench.text.block(branch)
    if test is None or block is None or isinstance(branch.orelse, cst.If):
        return None
    if isinstance(body, cst.Assign) and len(body.targets) == 1:
        target = body.targets[0].target
        name = bench.code(target)
        value = name
        if isinstance(other, cst.Assign) and other.targets[0].target.deep_equals(target):
            value = bench.code(other.value)
        elif branch.orelse is not None:
            return None
        if not isinstance(target, (cst.Name, cst.Attribute)) or not _are_numbers(body.value):
            return None
        if isinstance(other, cst.Assign) and not _are_numbers(other.value):
            return None
        written = f"{name} = {where}({test}, {bench.code(body.value)}, {value})"
        return _instead_of(bench, [branch], written)
    if not isinstance(body, cst.Return) or body.value is None:
        return None
    following = list(block.body)[list(block.body).index(branch) + 1 :]
    after = following[0] if following else None
    last = other
    if last is None and isinstance(after, cst.SimpleStatementLine) and isinstance(after.body[0], cst.Return):
        last = after.body[0]
    if not isinstance(last, cst.Return) or last.value is None or not _are_numbers(body.value, last.value):
        return None
    written = f"return {where}({test}, {bench.code(body.value)}, {bench.code(last.value)})"
    return _instead_of(bench, [branch] if last is other else [branch, after], written)  # type: ignore[list-item]


def _only(suite: cst.BaseSuite) -> cst.BaseSmallStatement | None:
    if not isinstance(suite, cst.IndentedBlock) or len(suite.body) != 1:
        return None
    line = suite.body[0]
    return line.body[0] if isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1 else None


def _instead_of(bench: Bench, statements: list[cst.CSTNode], written: str) -> Patch | None:
    start = bench.text.lines(statements[0])[0]
    end = bench.text.lines(statements[-1])[1]
    line = f"{bench.text.indent(statements[0])}{written}\n"
    return bench.patch("Compute both and choose", "unsafe", [Change(start, end, line)])


def _masked(bench: Bench, where: str) -> Patch | None:
    """Elements that are left out become zero; what must not be in a mean stays a matter for the author."""
    node = next((each for each in walk(bench.node) if isinstance(each, cst.Subscript)), None)
    if node is None or len(node.slice) != 1 or not isinstance(node.slice[0].slice, cst.Index):
        return None
    written = f"{where}({bench.code(node.slice[0])}, {bench.argument(node.value)}, 0.0)"
    place = bench.text.parent(bench.text.parent(node) or node)
    summed = isinstance(place, cst.Call) and bench.called(place.func).endswith(".sum")
    return bench.patch("Mask the values", "unsafe" if summed else "display", [bench.replace(node, written)])
