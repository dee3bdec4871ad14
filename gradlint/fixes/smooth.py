"""GL403 and GL404 mended: something with a derivative in place of something without."""

from __future__ import annotations

import libcst as cst

from gradlint.fixes.bench import Bench, fixes, keyword, method, positional
from gradlint.fixes.patch import Change, Patch
from gradlint.flow.graph import Node
from gradlint.flow.kinds import kind
from gradlint.flow.losses import Break
from gradlint.model import Framework

_STOP: dict[Framework, str] = {"tensorflow": "tf.stop_gradient", "jax": "jax.lax.stop_gradient"}
_TANH: dict[Framework, str] = {"torch": "torch.tanh", "tensorflow": "tf.tanh", "jax": "jax.numpy.tanh"}
_SIGMOID: dict[Framework, str] = {
    "torch": "torch.sigmoid",
    "tensorflow": "tf.sigmoid",
    "jax": "jax.nn.sigmoid",
}
_SOFTMAX: dict[Framework, str] = {
    "torch": "torch.softmax",
    "tensorflow": "tf.nn.softmax",
    "jax": "jax.nn.softmax",
}
_ROUNDING = frozenset("round floor ceil trunc fix rint around floor_ round_ ceil_ trunc_ rint_".split())
_INTEGERS = frozenset("int long short byte".split())
_FALLING = (cst.LessThan, cst.LessThanEqual)
_RISING = (cst.GreaterThan, cst.GreaterThanEqual)


@fixes("GL403", cuts=("integer", "zero", "shuffle"))
def nondifferentiable(bench: Bench) -> Patch | None:
    broken, node = bench.draft.about, bench.node
    if not isinstance(broken, Break):
        return None
    op = broken.cut.op.rpartition(".")[2]
    if op == "shuffle":
        return _gathered(bench)
    if isinstance(node, cst.Comparison):
        return _soft_threshold(bench, node)
    if isinstance(node, cst.BinaryOperation):
        return _divided(bench, node)
    value = _operand(node)
    if value is None or not isinstance(node, cst.Call):
        return None
    framework = bench.draft.framework
    if op in _ROUNDING:
        return _straight_through(bench, node, value, framework)
    if op == "sign":
        name = bench.name(_TANH[framework])
        change = bench.replace(node, f"{name}({bench.argument(value)})")
        return bench.patch("Use tanh", "display", [change]) if name is not None else None
    if op in ("cast", "astype") or op in _INTEGERS:
        return bench.patch("Keep the floating-point number", "display", bench.become(node, value))
    if op in ("greater", "greater_equal", "less", "less_equal"):
        return _soft_call(bench, node, op.startswith("greater"))
    return _soft_choice(bench, node, value, framework) if op == "argmax" else None


def _operand(node: cst.CSTNode) -> cst.BaseExpression | None:
    """x of `x.round()` and of `torch.round(x)`."""
    if not isinstance(node, cst.Call):
        return None
    found = method(node)
    return positional(node, 0) if found is None or _is_module(found[0]) else found[0]


def _is_module(node: cst.BaseExpression) -> bool:
    """`torch`, `tf.math`, `np`: what stands before the name of a function."""
    from gradlint.flow.names import dotted

    name = dotted(node)
    return name is not None and name.split(".")[0] in {
        "torch",
        "th",
        "tf",
        "tm",
        "ops",
        "jnp",
        "np",
        "jax",
        "keras",
    }


def _gathered(bench: Bench) -> Patch | None:
    """Shuffle the indices: a gather has a gradient."""
    call = bench.node
    value = positional(call, 0) if isinstance(call, cst.Call) else None
    names = [bench.name(f"tf.{each}") for each in ("gather", "random.shuffle", "range", "shape")]
    if value is None or None in names or len(call.args) != 1:  # type: ignore[attr-defined]
        return None
    gather, shuffle, range_, shape = names
    code = bench.argument(value)
    written = f"{gather}({code}, {shuffle}({range_}({shape}({code})[0])))"
    simple = isinstance(value, (cst.Name, cst.Attribute))
    return bench.patch("Shuffle the indices", "safe" if simple else "unsafe", [bench.replace(call, written)])


def _straight_through(
    bench: Bench, call: cst.Call, value: cst.BaseExpression, framework: Framework
) -> Patch | None:
    """The forward value stays, the gradient passes as if nothing had happened."""
    stop = bench.name(_STOP[framework]) if framework in _STOP else ""
    if stop is None:
        return None
    gap = f"{bench.bare(call)} - {bench.operand(value)}"
    stopped = f"{stop}({gap})" if stop else f"({gap}).detach()"
    around = (
        ("", "")
        if call.lpar or isinstance(bench.text.parent(call), (cst.Arg, cst.Assign, cst.Return))
        else ("(", ")")
    )
    written = f"{around[0]}{bench.operand(value)} + {stopped}{around[1]}"
    return bench.patch("Use a straight-through estimator", "display", [bench.replace(call, written)])


def _soft_threshold(bench: Bench, node: cst.Comparison) -> Patch | None:
    """A sigmoid in place of `(x > t).float()`, `tf.cast(x > t, ...)` or `tf.where(x > t, 1.0, 0.0)`."""
    if len(node.comparisons) != 1:
        return None
    operator, right = node.comparisons[0].operator, node.comparisons[0].comparator
    if not isinstance(operator, (*_RISING, *_FALLING)):
        return None
    pair = (node.left, right) if isinstance(operator, _RISING) else (right, node.left)
    return _sigmoid(bench, node, pair)


def _soft_call(bench: Bench, call: cst.Call, rising: bool) -> Patch | None:
    first, second = positional(call, 0), positional(call, 1)
    if first is None or second is None:
        return None
    return _sigmoid(bench, call, (first, second) if rising else (second, first))


def _sigmoid(
    bench: Bench, node: cst.BaseExpression, pair: tuple[cst.BaseExpression, cst.BaseExpression]
) -> Patch | None:
    name = bench.name(_SIGMOID[bench.draft.framework])
    written = f"{name}({bench.argument(pair[0])} - {bench.operand(pair[1])})"
    whole = _cast_around(bench, node)
    if name is None or whole is None:
        return None
    return bench.patch("Use a sigmoid", "display", [bench.replace(whole, written)])


def _cast_around(bench: Bench, node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The call that makes numbers of the comparison."""
    place = bench.text.parent(node)
    call = bench.text.parent(place) if place is not None else None
    if isinstance(place, cst.Attribute) and isinstance(call, cst.Call):
        return call if place.attr.value in ("float", "double", "to", "astype", "type") else None
    if isinstance(place, cst.Arg) and isinstance(call, cst.Call):
        short = bench.called(call.func).rpartition(".")[2]
        numbers = [bench.code(arg.value) for arg in call.args[1:]]
        if short == "cast" or (short == "where" and numbers in (["1.0", "0.0"], ["1", "0"])):
            return call
    return None


def _divided(bench: Bench, node: cst.BinaryOperation) -> Patch | None:
    if not isinstance(node.operator, cst.FloorDivide):
        return None
    written = f"{bench.code(node.left)} / {bench.code(node.right)}"
    return bench.patch("Divide without rounding", "display", [bench.replace(node, written)])


def _soft_choice(
    bench: Bench, call: cst.Call, value: cst.BaseExpression, framework: Framework
) -> Patch | None:
    """one_hot(argmax(x)) is a softmax that is infinitely sharp; argmax alone an expected index."""
    softmax = bench.name(_SOFTMAX[framework])
    axis = keyword(call, "dim") or keyword(call, "axis")
    at = bench.code(axis.value) if axis is not None else "-1"
    key = "dim" if framework == "torch" else "axis"
    if softmax is None:
        return None
    soft = f"{softmax}({bench.argument(value)}, {key}={at})"
    uses = _uses(bench)
    sharp = [
        each for each in uses if isinstance(each, cst.Call) and bench.called(each.func).endswith("one_hot")
    ]
    if sharp and len(sharp) == len(uses):
        inside = [positional(each, 0) for each in sharp]
        around = [
            change
            for each, one in zip(sharp, inside)
            if one is not None
            for change in bench.become(each, one)
        ]
        return bench.patch("Use a softmax", "display", [*around, bench.replace(call, soft)])
    if any(isinstance(each, cst.Comparison) or each is None for each in uses):
        return None
    return bench.patch("Use the expected index", "display", _expected(bench, call, value, (soft, at)))


def _uses(bench: Bench) -> list[cst.CSTNode | None]:
    """What is computed from the flagged value; None where it only selects."""
    broken = bench.draft.about
    found: dict[int, cst.CSTNode | None] = {}
    if not isinstance(broken, Break):
        return []
    for trace in bench.program.losses.trace_of(broken.sink):
        for consumer, edge in trace.consumers.get(broken.cut, ()):
            selects = edge.role == "index" or kind(consumer) == "comparison"
            found[id(consumer.place.node)] = None if selects else consumer.place.node
    return list(found.values())


def _expected(
    bench: Bench, call: cst.Call, value: cst.BaseExpression, parts: tuple[str, str]
) -> list[Change | None]:
    soft, at = parts
    size = f"{bench.operand(value)}.shape[{at}]"
    if bench.draft.framework == "torch":
        arange = bench.name("torch.arange")
        last = soft if at == "-1" else f"{soft}.movedim({at}, -1)"
        written = f"({last} * {arange}({size})).sum(dim=-1)"
    elif bench.draft.framework == "tensorflow":
        total, range_ = bench.name("tf.reduce_sum"), bench.name("tf.range")
        written = f"{total}({soft} * {range_}({size}, dtype={bench.code(value)}.dtype), axis={at})"
    else:
        total, arange = bench.name("jax.numpy.sum"), bench.name("jax.numpy.arange")
        written = f"{total}({soft} * {arange}({size}), axis={at})"
    return [bench.replace(call, written)]


# -- no derivative at all -----------------------------------------------------------------


@fixes("GL404")
def unimplemented(bench: Bench) -> Patch | None:
    about, node = bench.draft.about, bench.node
    if not isinstance(about, Node):
        return None
    if isinstance(node, cst.BinaryOperation):
        return _divided(bench, node)
    if not isinstance(node, cst.Call):
        return None
    short = bench.called(node.func)
    if short == "tf.image.adjust_contrast":
        return _contrast(bench, node)
    if short == "tf.image.resize" and (how := keyword(node, "method")) is not None:
        return bench.patch("Resize smoothly", "unsafe", [bench.replace(how.value, '"bilinear"')])
    if short == "jax.numpy.linalg.svd" and len(node.args) == 1:
        return bench.patch(
            "Leave out the null space", "safe", [bench.add_argument(node, "full_matrices=False")]
        )
    if short == "jax.numpy.linalg.eig":
        name = bench.name("jax.numpy.linalg.eigh")
        return (
            bench.patch("Use eigh", "display", [bench.replace(node.func, name)]) if name is not None else None
        )
    if short == "torch.floor_divide":
        name = bench.name("torch.div")
        return (
            bench.patch("Divide without rounding", "display", [bench.replace(node.func, name)])
            if name
            else None
        )
    if short == "torch.heaviside" and (value := positional(node, 0)) is not None:
        name = bench.name("torch.sigmoid")
        written = f"{name}({bench.argument(value)})"
        return (
            bench.patch("Use a sigmoid", "display", [bench.replace(node, written)])
            if name is not None
            else None
        )
    return None


def _contrast(bench: Bench, call: cst.Call) -> Patch | None:
    """What adjust_contrast computes, in operations that have a gradient."""
    image, factor, mean = positional(call, 0), positional(call, 1), bench.name("tf.reduce_mean")
    if image is None or factor is None or mean is None:
        return None
    code = bench.operand(image)
    middle = f"{mean}({bench.argument(image)}, axis=[-3, -2], keepdims=True)"
    written = f"({code} - {middle}) * {bench.operand(factor)} + {middle}"
    if not isinstance(bench.text.parent(call), (cst.Assign, cst.Arg, cst.Return)):
        written = f"({written})"
    return bench.patch("Write it out", "unsafe", [bench.replace(call, written)])
