"""GL403: argmax, round, a comparison, an integer cast: nothing to differentiate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import libcst as cst

from gradlint.analysis.domain.faults import FaultKind
from gradlint.analysis.lost_gradients.choices import dead_terms, untrained
from gradlint.analysis.lost_gradients.constant_terms import constants_behind
from gradlint.analysis.lost_gradients.lost import Break
from gradlint.analysis.lost_gradients.op_kinds import kind
from gradlint.core.model import Framework, Severity
from gradlint.core.records import replace
from gradlint.knowledge.names.operations import ROUNDING
from gradlint.knowledge.names.torch import CONSTANT_OVER_ONE_CLASS, DIFFERENTIABLE_DRAWS
from gradlint.rules.shared.bench import Bench, divided, keyword, method, positional
from gradlint.rules.shared.broken import broken_draft, is_hopeless, rewrapped
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.wording import Wording, faults


def detect(program: Program) -> Iterator[Draft]:
    known = {broken.cut for broken in program.lost.breaks}
    choices = list(untrained(program.flow, program.lost.traces, program.lost.live, known))
    used = {each.related.node for each in choices if each.related is not None}
    for broken in program.lost.breaks:
        if broken.reason not in ("integer", "zero", "shuffle") or rewrapped(broken):
            continue
        if broken.cut.place.node in used or _is_of_same_text(program, broken):
            continue  # said where the choice is used, or of the scores of the same text
        if not broken.total and _is_stopped_as_well(program, broken):
            continue
        if broken.reason == "integer" and not is_hopeless(broken) and _may_be_integer(broken):
            continue
        zero = broken.reason == "zero"
        if zero and broken.cut.op in DIFFERENTIABLE_DRAWS:
            continue  # GL405
        if _is_of_one(broken):
            yield _constant(broken)
            continue
        yield broken_draft(
            broken,
            broken.cut.place.node,
            f"{broken.cut.op} {'has a zero gradient everywhere' if zero else 'has no gradient'}"
            f"{' and is the only path' if broken.total else _PARTLY.get(broken.reason, '')}",
            "cut here: the gradient is zero" if zero else "cut here: not differentiable",
            _instead(broken),
            Severity.WARNING if zero else None,
        )

    for draft in faults(program, _CHOICES, (*choices, *dead_terms(program.lost.traces, known))):
        stop = _STOP.get(draft.framework)
        yield (
            draft
            if stop is None
            else replace(draft, help=draft.help.replace("(q - z).detach()", f"{stop}(q - z)"))
        )


def _is_of_same_text(program: Program, broken: Break) -> bool:
    """The tokens that generate() gave, beside their scores: it is the scores that somebody wants to train by."""
    return any(
        other.reason == "paused"
        and other.sink is broken.sink
        and other.cut.op == broken.cut.op
        and other.cut.pause is not None
        and other.cut.pause.style == "library"
        for other in program.lost.breaks
    )


def _is_stopped_as_well(program: Program, broken: Break) -> bool:
    """The part of the term that could be trained is stopped, which GL401 says: the count beside it is meant."""
    stops = [
        other.cut
        for other in program.lost.breaks
        if other.sink is broken.sink and other.reason in ("stop", "data") and not other.total
    ]
    for each in program.lost.trace_of(broken.sink) if stops else ():
        behind = constants_behind(each, broken.cut)
        if any(behind & constants_behind(each, stop) for stop in stops):
            return True
    return False


_CHOICES: Mapping[FaultKind, Wording] = {
    "untrained-choice": Wording(
        "the weights that choose here by {fact.detail} are never trained: an index carries no gradient, "
        "and there is no other path",
        "weight the result by the scores that chose it, or add a straight-through estimator: z + "
        "(q - z).detach()",
        "only the index arrives here",
        Severity.WARNING,
        "the choice is made here",
    ),
    "dead-term": Wording(
        "this term of the loss is made of counts and choices: it has no gradient and trains nothing",
        "multiply the counts by the mean probabilities, which carry a gradient",
        "has no gradient",
        Severity.WARNING,
        "part of this loss",
    ),
}


_PARTLY = dict.fromkeys(("integer", "zero"), ": this term of the loss is a constant and trains nothing")


def _may_be_integer(broken: Break) -> bool:
    """What is compared is a part of something that nobody knows: of a tree, an index or a kind has no gradient.

    What a model gives, and what a loss of PyTorch is made of, are no integers.
    """
    node = broken.through
    while node.source is None and kind(node) in ("same", "piece", "where"):
        values = [edge.node for edge in node.edges if edge.role == "value"]
        if len(values) != 1:
            break
        node = values[0]
    called = isinstance(node.place.node, cst.Call) and any(edge.node is broken.source for edge in node.edges)
    if called and broken.sink.kind != "jax":
        return False
    return node is not broken.source and node.source is not None and node.source.kind == "unknown"


def _is_of_one(broken: Break) -> bool:
    """A share of one: the interpreter cuts these only where the axis is known to hold one number."""
    return broken.reason == "zero" and broken.cut.op.rpartition(".")[2] in CONSTANT_OVER_ONE_CLASS


def _constant(broken: Break) -> Draft:
    return broken_draft(
        broken,
        broken.cut.place.node,
        f"{broken.cut.op} over a single number is constant",
        "cut here: the gradient is zero",
        "give the last layer one output per class, or use binary_cross_entropy_with_logits for one output",
        Severity.WARNING,
    )


def _instead(broken: Break) -> str:
    if broken.reason == "shuffle":
        return "shuffle the indices and gather: tf.gather(t, tf.random.shuffle(tf.range(n)))"
    return "use a soft version (softmax, sigmoid), or a straight-through estimator: x + stop(f(x) - x)"


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


_INTEGERS = frozenset("int long short byte".split())


_FALLING = (cst.LessThan, cst.LessThanEqual)


_RISING = (cst.GreaterThan, cst.GreaterThanEqual)


def fix(bench: Bench) -> Patch | None:
    broken, node = bench.draft.about, bench.node
    if not isinstance(broken, Break):
        return None
    op = broken.cut.op.rpartition(".")[2]
    if op == "shuffle":
        return _gathered(bench)
    if isinstance(node, cst.Comparison):
        return _soft_threshold(bench, node)
    if isinstance(node, cst.BinaryOperation):
        return divided(bench, node)
    value = _operand(node)
    if value is None or not isinstance(node, cst.Call):
        return None
    framework = bench.draft.framework
    if op in ROUNDING and _is_counted(bench):
        return None
    if op in ROUNDING:
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
    from gradlint.analysis.project.canonical_names import dotted

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


def _is_counted(bench: Bench) -> bool:
    """What is rounded is made a whole number next, which has no gradient whatever comes before it."""
    broken = bench.draft.about
    return isinstance(broken, Break) and any(
        consumer.cut == "integer"
        for trace in bench.program.lost.trace_of(broken.sink)
        for consumer, _ in trace.consumers.get(broken.cut, ())
    )


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
    for trace in bench.program.lost.trace_of(broken.sink):
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
