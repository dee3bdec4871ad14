"""From NumPy, SciPy and math to the framework: the same computation where a gradient can follow it."""

from __future__ import annotations

from functools import cache

import libcst as cst

from gradlint.analysis.domain.graph import Node, Trace
from gradlint.analysis.lost_gradients.lost import Break
from gradlint.analysis.project.syntax import number
from gradlint.core.model import Framework
from gradlint.knowledge.names.operations import Op
from gradlint.knowledge.tables import table
from gradlint.rules.shared.bench import Bench, keyword, method, positional
from gradlint.rules.shared.patch import Change

_METHODS = {
    "sum": "tf.reduce_sum",
    "mean": "tf.reduce_mean",
    "max": "tf.reduce_max",
    "min": "tf.reduce_min",
    "prod": "tf.reduce_prod",
    "std": "tf.math.reduce_std",
    "var": "tf.math.reduce_variance",
    "squeeze": "tf.squeeze",
    "copy": "tf.identity",
}
"""Methods of an ndarray that a tf.Tensor does not have."""

_SPECIAL = frozenset(
    "betainc betaln digamma entr erf erfc erfinv exp1 expi expit gammainc gammaincc gammaln i0 i0e i1 i1e log_ndtr "
    "logit logsumexp ndtr ndtri polygamma xlog1py xlogy zeta softmax log_softmax".split()
)
"""What scipy.special and jax.scipy.special both have."""
_STATS = frozenset("norm beta gamma expon cauchy laplace logistic t uniform poisson bernoulli".split())
_SCIPY: dict[Framework, dict[str, str]] = {
    "torch": {
        **{
            name: f"torch.special.{name}"
            for name in "digamma erf erfc erfinv expit gammaln i0 i1 logit".split()
        },
        **{name: f"torch.special.{name}" for name in "ndtr ndtri log_ndtr xlogy xlog1py entr zeta".split()},
    },
    "tensorflow": {
        "expit": "tf.sigmoid",
        "gammaln": "tf.math.lgamma",
        "digamma": "tf.math.digamma",
        "erf": "tf.math.erf",
        "erfc": "tf.math.erfc",
        "softmax": "tf.nn.softmax",
        "log_softmax": "tf.nn.log_softmax",
        "logsumexp": "tf.reduce_logsumexp",
    },
}
_BETTER: dict[Framework, dict[str, str]] = {
    "tensorflow": {
        "numpy.linalg.norm": "tf.norm",
        "numpy.matmul": "tf.matmul",
        "numpy.dot": "tf.tensordot",
        "numpy.concatenate": "tf.concat",
    }
}
"""Names that read better than those of the table and mean the same in the calls that we let through."""


@cache
def _equals(framework: Framework) -> dict[str, str]:
    pairs = table("numpy").sets.get(f"equal_{framework}", frozenset())
    return dict(tuple(pair.split("=", 1)) for pair in pairs)  # type: ignore[misc]


def equal(framework: Framework, name: str) -> str | None:
    """The function of the framework that computes what `name` computes."""
    if name.startswith("math."):
        name = "numpy." + {"pow": "power", "fabs": "abs"}.get(name[5:], name[5:])
    if name.startswith("scipy.special."):
        short = name.rpartition(".")[2]
        if framework == "jax":
            return f"jax.scipy.special.{short}" if short in _SPECIAL else None
        return _SCIPY[framework].get(short)
    if name.startswith("scipy.stats.") and framework == "jax":
        return f"jax.{name}" if name.split(".")[2] in _STATS else None
    better = _BETTER.get(framework, {}).get(name)
    return better or _equals(framework).get(name)


def renamed(bench: Bench, call: cst.CSTNode, name: str, framework: Framework) -> list[Change] | None:
    """The call with the framework's function; None where that has no equal or other arguments."""
    if not isinstance(call, cst.Call) or any(arg.star for arg in call.args):
        return None
    if any(keyword(call, each) is not None for each in ("out", "where", "dtype", "casting", "order")):
        return None
    own = equal(framework, name)
    if framework == "torch":
        special = _for_torch(bench, call, name)
        if special is not None:
            return special
    if (
        framework == "tensorflow"
        and name in ("numpy.dot", "numpy.clip", "numpy.concatenate")
        and (name != "numpy.clip" or len(call.args) != 3)
    ):
        return _for_tensorflow(bench, call, name)
    spelled = bench.name(own) if own is not None else None
    return [bench.replace(call.func, spelled)] if spelled is not None else None


def _for_torch(bench: Bench, call: cst.Call, name: str) -> list[Change] | None:
    """What PyTorch calls or counts differently."""
    short = name.rpartition(".")[2]
    axis = keyword(call, "axis")
    if short in ("std", "var") and name.startswith("numpy."):
        function = bench.name(f"torch.{short}")
        if function is None or keyword(call, "ddof") is not None:
            return None
        changes = [bench.replace(call.func, function), bench.add_argument(call, "correction=0")]
        if axis is not None and axis.keyword is not None:
            changes.append(bench.replace(axis.keyword, "dim"))
        return changes
    if short == "norm" and axis is not None and axis.keyword is not None:
        function = bench.name("torch.linalg.norm")
        changes = [bench.replace(axis.keyword, "dim")]
        keep = keyword(call, "keepdims")
        if keep is not None and keep.keyword is not None:
            changes.append(bench.replace(keep.keyword, "keepdim"))
        return [bench.replace(call.func, function), *changes] if function is not None else None
    if short in ("maximum", "minimum"):
        first, second = positional(call, 0), positional(call, 1)
        bound = "min" if short == "maximum" else "max"
        for value, limit in ((first, second), (second, first)):
            if value is not None and number(limit) is not None and limit is not None:
                function = bench.name("torch.clamp")
                written = f"{function}({bench.argument(value)}, {bound}={bench.code(limit)})"
                return [bench.replace(call, written)] if function is not None else None
    return None


def _for_tensorflow(bench: Bench, call: cst.Call, name: str) -> list[Change] | None:
    first = positional(call, 0)
    if first is None:
        return None
    if name == "numpy.dot":
        function = bench.name("tf.tensordot")
        return [bench.replace(call.func, function), bench.add_argument(call, "axes=1")] if function else None
    if name == "numpy.concatenate":
        function = bench.name("tf.concat")
        if function is None:
            return None
        changes = [bench.replace(call.func, function)]
        return changes if len(call.args) > 1 else [*changes, bench.add_argument(call, "axis=0")]
    return None


def method_changes(bench: Bench, node: cst.CSTNode, framework: Framework) -> list[Change] | None:
    """A method of an ndarray, called on what is a tensor from now on."""
    found = method(node)
    if found is None or not isinstance(node, cst.Call):
        return None
    receiver, name = found
    if name == "astype" and framework == "torch" and len(node.args) == 1:
        return [bench.chop(node, receiver)]
    if framework != "tensorflow":
        return []
    rest = ", ".join(bench.written(arg) for arg in node.args)
    if name in _METHODS:
        function = bench.name(_METHODS[name])
    elif name in ("reshape", "flatten", "ravel"):
        function = bench.name("tf.reshape")
        rest = "[-1]" if name != "reshape" else rest if len(node.args) == 1 else f"({rest})"
    elif name == "astype" and len(node.args) == 1:
        return [bench.chop(node, receiver)]
    else:
        return [] if name in ("get_shape", "numpy") else None
    return bench.call(node, function, receiver, rest) if function is not None else None


def downstream(trace: Trace, cut: Node) -> list[Node]:
    """Everything between the cut and the target, in the order of execution."""
    seen = {cut}
    stack = [cut]
    while stack:
        for consumer, edge in trace.consumers.get(stack.pop(), ()):
            if consumer not in seen and edge.role in ("value", "kept", "target"):
                seen.add(consumer)
                stack.append(consumer)
    return sorted(seen - {cut}, key=lambda node: node.id)


def path_changes(bench: Bench, nodes: list[Node], framework: Framework) -> list[Change] | None:
    """NumPy's part of the way, spoken in the language of the framework."""
    changes: dict[Change, None] = {}
    # What is computed last stands outermost, and its text begins before that of its parts.
    for node in reversed(nodes):
        made = _step(bench, node, framework)
        if made is None:
            return None
        changes.update(dict.fromkeys(made))
    return list(changes)


_OPERATORS = frozenset("add sub mul div pow matmul neg getitem floordiv mod abs either iadd array".split())
_HANDED_ON = frozenset("detach cpu numpy contiguous".split())
_ARRAYS_ONLY = frozenset(["from_numpy"])
"""What takes an array and would raise at a tensor."""


def _step(bench: Bench, node: Node, framework: Framework) -> list[Change] | None:
    place = node.place.node
    found = method(place)
    if node.op in _HANDED_ON and found is not None and isinstance(place, cst.Call):
        return [bench.chop(place, found[0])]
    if node.op.startswith("numpy."):
        short = node.op.rpartition(".")[2]
        if not isinstance(place, cst.Call) or (short in _OPERATORS and found is None):
            return []
        if node.op in (Op.NUMPY_ARRAY, Op.NUMPY_ASARRAY):
            inside = positional(place, 0)
            return bench.become(place, inside) if inside is not None else None
        own = renamed(bench, place, node.op, framework) if _is_function(bench, place) else None
        return own if own is not None else method_changes(bench, place, framework)
    if node.op.rpartition(".")[2] in _ARRAYS_ONLY:
        return unwrapped(bench, node)
    return []


def _is_function(bench: Bench, call: cst.Call) -> bool:
    """`np.mean(x)` and not `x.mean()`."""
    return bench.called(call.func).partition(".")[0] in ("numpy", "scipy", "math")


def unwrapped(bench: Bench, node: Node) -> list[Change] | None:
    """`torch.from_numpy(x)` where x is a tensor by now: just x."""
    call = node.place.node
    inside = positional(call, 0) if isinstance(call, cst.Call) else None
    if not isinstance(call, cst.Call) or inside is None:
        return None
    return bench.become(call, inside)


def break_at(bench: Bench) -> Break | None:
    """The broken gradient that this place is the cut of, where somebody asks for it."""
    about = bench.draft.about
    if isinstance(about, Break):
        return about
    return next((each for each in bench.program.lost.breaks if each.cut.place.node is bench.node), None)


def behind(bench: Bench, broken: Break) -> list[Node]:
    """What is computed from the cut, up to where the gradient is requested."""
    found: dict[Node, None] = {}
    for trace in bench.program.lost.trace_of(broken.sink):
        if broken.cut in trace.flows:
            found.update(dict.fromkeys(downstream(trace, broken.cut)))
    return list(found)
