"""GL7 mended: formulas that stay finite, and losses that are given what they expect."""

from __future__ import annotations

import libcst as cst

from gradlint.fixes.bench import Bench, fixes, keyword, method, positional
from gradlint.fixes.patch import Change, Patch
from gradlint.flow import formulas
from gradlint.flow.graph import Node
from gradlint.flow.kinds import kind, plain
from gradlint.flow.syntax import number, walk
from gradlint.model import Framework

_SAFE_AT_ZERO = frozenset("acos asin atanh exp expm1".split())
"""Functions that zero is a harmless argument of; for the others it is one."""


@fixes("GL701")
def where_nan(bench: Bench) -> Patch | None:
    """The same condition around the argument of what fails."""
    about, call = bench.draft.about, bench.node
    if not isinstance(about, Node) or not isinstance(call, cst.Call):
        return None
    condition, first, second = (positional(call, at) for at in range(3))
    if condition is None or first is None or second is None or method(call) is None:
        return None
    inside = [
        (operation, taken)
        for operation in bench.program.losses.masked.get(about, [])
        for branch, taken in ((first, True), (second, False))
        if any(each is operation.place.node for each in walk(branch))
    ]
    if not inside:
        return None
    operation, taken = min(inside, key=lambda each: _length(bench, each[0]))
    argument = _argument(operation)
    if argument is None:
        return None
    harmless = "0.0" if kind(operation) in _SAFE_AT_ZERO else "1.0"
    where, test, code = bench.code(call.func), bench.argument(condition), bench.argument(argument)
    pair = (code, harmless) if taken else (harmless, code)
    written = f"{where}({test}, {pair[0]}, {pair[1]})"
    return bench.patch("Guard the argument as well", "unsafe", [Change(*bench.text.span(argument), written)])


def _length(bench: Bench, node: Node) -> int:
    start, end = bench.text.span(node.place.node)
    return end - start


def _argument(operation: Node) -> cst.BaseExpression | None:
    """What an operation fails on: the divisor, or the argument of a function."""
    node = operation.place.node
    if isinstance(node, cst.BinaryOperation):
        return node.right if isinstance(node.operator, cst.Divide) else node.left
    if not isinstance(node, cst.Call):
        return None
    found = method(node)
    if found is not None and not isinstance(found[0], (cst.Name, cst.Attribute)):
        return found[0]
    return positional(node, 0) or (found[0] if found is not None else None)


@fixes("GL702")
def singular(bench: Bench) -> Patch | None:
    about, node = bench.draft.about, bench.node
    if not isinstance(about, Node):
        return None
    what = kind(about)
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Power):
        written = f"({bench.bare(node.left)} + 1e-12)"
        return bench.patch(
            "Add a small number under the root", "unsafe", [Change(*bench.text.span(node.left), written)]
        )
    if not isinstance(node, cst.Call):
        return None
    if what in ("sqrt", "rsqrt"):
        return _lifted(bench, node)
    if what == "norm":
        return _root_of_squares(bench, node)
    if what in ("acos", "asin", "atanh"):
        return _inside(bench, node)
    if what in ("std", "var") and bench.draft.framework == "torch":
        return bench.patch("Divide by n", "unsafe", [bench.add_argument(node, "correction=0")])
    return None


def _lifted(bench: Bench, call: cst.Call) -> Patch | None:
    value = positional(call, 0)
    message = "Add a small number under the root"
    if value is not None:
        end = bench.text.span(value)[1]
        return bench.patch(message, "unsafe", [Change(end, end, " + 1e-12")])
    found = method(call)
    if found is None:
        return None
    return bench.patch(
        message, "unsafe", [Change(*bench.text.span(found[0]), f"({bench.bare(found[0])} + 1e-12)")]
    )


def _root_of_squares(bench: Bench, call: cst.Call) -> Patch | None:
    """The norm written out, with a small number under its root."""
    value, framework = positional(call, 0), bench.draft.framework
    names = {
        "torch": ("torch.sqrt", "torch.sum"),
        "tensorflow": ("tf.sqrt", "tf.reduce_sum"),
        "jax": ("jax.numpy.sqrt", "jax.numpy.sum"),
    }[framework]
    root, total = (bench.name(each) for each in names)
    if value is None or keyword(call, "ord") is not None or root is None or total is None:
        return None
    if len([arg for arg in call.args if arg.keyword is None]) > 1:
        return None
    rest = "".join(f", {bench.written(arg)}" for arg in call.args[1:])
    written = f"{root}({total}({bench.operand(value)} ** 2{rest}) + 1e-12)"
    return bench.patch("Add a small number under the root", "unsafe", [bench.replace(call, written)])


def _inside(bench: Bench, call: cst.Call) -> Patch | None:
    """Strictly inside of the interval."""
    message = "Stay strictly inside"
    for node in walk(call):
        if isinstance(node, cst.Call) and node is not call and _clamps(node):
            bounds = [arg.value for arg in node.args if number(arg.value) in (-1.0, 1.0)]
            written = {-1.0: "-1 + 1e-6", 1.0: "1 - 1e-6"}
            changes = [bench.replace(each, written[number(each) or 0.0]) for each in bounds]
            return bench.patch(message, "unsafe", changes) if changes else None
    value = positional(call, 0)
    if value is None or bench.draft.framework == "tensorflow":
        return None
    end = bench.text.span(value)
    written_ = f"{bench.operand(value)}.{'clamp' if bench.draft.framework == 'torch' else 'clip'}(-1 + 1e-6, 1 - 1e-6)"
    return bench.patch(message, "unsafe", [Change(*end, written_)])


def _clamps(call: cst.Call) -> bool:
    name = call.func.attr.value if isinstance(call.func, cst.Attribute) else ""
    return name in ("clamp", "clip", "clip_by_value")


# -- unstable formulas --------------------------------------------------------------------

_NAMES: dict[str, dict[Framework, str]] = {
    "log_softmax": {
        "torch": "torch.log_softmax",
        "tensorflow": "tf.nn.log_softmax",
        "jax": "jax.nn.log_softmax",
    },
    "log_sigmoid": {
        "torch": "torch.nn.functional.logsigmoid",
        "tensorflow": "tf.math.log_sigmoid",
        "jax": "jax.nn.log_sigmoid",
    },
    "logsumexp": {
        "torch": "torch.logsumexp",
        "tensorflow": "tf.reduce_logsumexp",
        "jax": "jax.nn.logsumexp",
    },
    "softplus": {
        "torch": "torch.nn.functional.softplus",
        "tensorflow": "tf.math.softplus",
        "jax": "jax.nn.softplus",
    },
    "softmax": {"torch": "torch.softmax", "tensorflow": "tf.nn.softmax", "jax": "jax.nn.softmax"},
}


@fixes("GL703")
def unstable(bench: Bench) -> Patch | None:
    """The stable function of the same argument."""
    about = bench.draft.about
    if not isinstance(about, Node) or not isinstance(bench.node, cst.BaseExpression):
        return None
    formula = formulas.unstable(about)
    stable = "log_sigmoid" if formula == "log_one_minus_sigmoid" else formula
    name = bench.name(_NAMES[stable][bench.draft.framework]) if stable in _NAMES else None
    inner = _step_behind(about, formula)
    if name is None or inner is None or bench.text.function(inner) is not bench.text.function(bench.node):
        return None
    given = _given(bench, inner, formula, about)
    if given is None:
        return None
    nested = any(each is inner for each in walk(bench.node))
    change = bench.replace(bench.node, f"{name}({given})")
    return bench.patch(f"Use {name}", "safe" if nested else "unsafe", [change])


_BEHIND = {
    "log_softmax": ("softmax",),
    "log_sigmoid": ("sigmoid",),
    "log_one_minus_sigmoid": ("sigmoid",),
    "logsumexp": ("sum", "exp"),
    "softplus": ("exp",),
    "softmax": ("exp",),
}


def _step_behind(node: Node, formula: str) -> cst.Call | None:
    """The call whose argument the stable function takes, if nothing rearranges elements in between."""
    here = node
    for what in _BEHIND.get(formula, ()):
        found = [each for each in _parts(here) if kind(each) == what]
        if not found:
            return None
        here = found[0]
    place = here.place.node
    return place if isinstance(place, cst.Call) and here is not node else None


def _parts(node: Node) -> list[Node]:
    """The operands, and those of a sum or difference with a number."""
    found = [each for each in node.operands if each is not None]
    return [
        *found,
        *(inner for each in found if kind(each) in ("add", "sub", "neg") for inner in each.operands if inner),
    ]


def _given(bench: Bench, inner: cst.Call, formula: str, about: Node) -> str | None:
    """The arguments of the stable function."""
    value, rest = _receiver_and_rest(bench, inner)
    if value is None:
        return None
    if formula == "log_one_minus_sigmoid":
        return f"-{bench.operand(value)}"
    if formula in ("logsumexp", "softmax"):
        reduced = _reduction(bench, about, formula)
        if reduced is None:
            return None
        rest = reduced
    elif formula != "log_softmax":
        rest = []
    return ", ".join([bench.argument(value), *rest])


def _receiver_and_rest(bench: Bench, call: cst.Call) -> tuple[cst.BaseExpression | None, list[str]]:
    """`x.softmax(dim=1)` and `softmax(x, dim=1)` alike: x, and `dim=1`."""
    found = method(call)
    if found is not None and not bench.called(call.func):
        return found[0], [bench.written(arg) for arg in call.args]
    return positional(call, 0), [bench.written(arg) for arg in call.args[1:]]


def _reduction(bench: Bench, about: Node, formula: str) -> list[str] | None:
    """The axis of the sum."""
    total = next(
        (
            each
            for part in about.operands
            if part is not None
            for each in (part, plain(part))
            if kind(each) == "sum"
        ),
        None,
    )
    place = total.place.node if total is not None else None
    if not isinstance(place, cst.Call):
        return None
    value, rest = _receiver_and_rest(bench, place)
    torch = bench.draft.framework == "torch"
    if formula == "softmax":
        rest = [each for each in rest if not each.startswith(("keepdim", "keepdims"))]
    key = "dim" if torch else "axis"
    rest = [each if "=" in each else f"{key}={each}" for each in rest]
    if torch and not rest:
        return None
    return rest if value is not None else None


@fixes("GL704")
def clamped(bench: Bench) -> Patch | None:
    """A smooth bound of the same range."""
    call = bench.node
    if not isinstance(bench.draft.about, Node) or not isinstance(call, cst.Call):
        return None
    value, rest = _receiver_and_rest(bench, call)
    bounds = [each.rpartition("=")[2] for each in rest]
    if value is None or len(bounds) != 2:
        return None
    low, high = bounds
    torch = bench.draft.framework == "torch"
    prefix = "torch" if torch else "tf" if bench.draft.framework == "tensorflow" else "jax.nn"
    name = bench.name(f"{prefix}.sigmoid")
    code = bench.argument(value)
    if name is None:
        return None
    written = (
        f"{name}({code})" if bounds == ["0.0", "1.0"] else f"({low} + ({high} - ({low})) * {name}({code}))"
    )
    return bench.patch("Use a smooth bound", "display", [bench.replace(call, written)])
