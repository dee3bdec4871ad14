"""GL703: A formula that overflows or takes the logarithm of an underflown zero."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.graph import Node
from gradlint.analysis.lost_gradients import unstable_formulas
from gradlint.analysis.lost_gradients.op_kinds import behind, kind, plain
from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Framework
from gradlint.knowledge.names.operations import WRITTEN_OUT
from gradlint.rules.shared.bench import Bench, receiver_and_rest
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.numerics import masked_operations, numeric_draft
from gradlint.rules.shared.patch import Patch

_INSTEAD = {
    "log_softmax": ("log(softmax(x))", "log_softmax(x)"),
    "log_sigmoid": ("log(sigmoid(x))", "the log-sigmoid function, -softplus(-x)"),
    "log_one_minus_sigmoid": ("log(1 - sigmoid(x))", "the log-sigmoid of -x, -softplus(x)"),
    "log_one_minus_softmax": ("log(1 - softmax(x))", "log1p of the negative, of a clamped probability"),
    "log_one_minus_tanh": ("log(1 - tanh(x)**2)", "2 * (log(2) - x - softplus(-2 * x)), which is the same"),
    "logsumexp": ("log(sum(exp(x)))", "logsumexp(x)"),
    "softplus": ("log(1 + exp(x))", "softplus(x)"),
    "softmax": ("exp(x) / sum(exp(x))", "softmax(x)"),
}


def detect(program: Program) -> Iterator[Draft]:
    masked = masked_operations(program)
    said: set[Node] = set()
    for node, passage in sorted(program.lost.carrying.items(), key=lambda each: each[0].id):
        formula = unstable_formulas.unstable(node)
        inside = unstable_formulas.activation_inside(node) if formula else node
        if formula and inside not in said and not masked.intersection(behind(node, 6)):
            said.add(inside)
            written, instead = _INSTEAD[formula]
            yield numeric_draft(
                node, passage, f"{written} is NaN or infinite for large inputs", f"use {instead}"
            )


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


def fix(bench: Bench) -> Patch | None:
    """The stable function of the same argument."""
    about = bench.draft.about
    if not isinstance(about, Node) or not isinstance(bench.node, cst.BaseExpression):
        return None
    formula = unstable_formulas.unstable(about)
    stable = "log_sigmoid" if formula == "log_one_minus_sigmoid" else formula
    inner = _step_behind(about, formula)
    if stable not in _NAMES or inner is None:
        return None
    # What is written for any backend of Keras stays so.
    of_keras = bench.called(inner.func).startswith("keras.ops.")
    name = bench.name(f"keras.ops.{stable}" if of_keras else _NAMES[stable][bench.draft.framework])
    if name is None or bench.text.function(inner) is not bench.text.function(bench.node):
        return None
    given = _given(bench, inner, formula, about)
    if given is None:
        return None
    nested = any(each is inner for each in walk(bench.node))
    # Without the axis that it summed over, a sum may be divided by along another one.
    certain = nested and (formula != "softmax" or "keepdim" in bench.code(bench.node))
    change = bench.replace(bench.node, f"{name}({given})")
    return bench.patch(f"Use {name}", "safe" if certain else "unsafe", [change])


def _is_exact(node: Node) -> bool:
    return node.op.rpartition(".")[2] in WRITTEN_OUT and not node.opaque


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
        if not found or not _is_exact(here) or not _is_exact(found[0]):
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
    value, rest = receiver_and_rest(bench, inner)
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
    elif not rest and bench.draft.framework == "torch":
        return None  # torch.log_softmax has no axis to fall back on
    return ", ".join([bench.argument(value), *rest])


def _reduction(bench: Bench, about: Node, formula: str) -> list[str] | None:
    """The axis of the sum."""
    total = next(
        (
            each
            for part in about.operands
            if part is not None
            for each in (part, plain(part))
            if kind(each) == "sum" and _is_exact(each)
        ),
        None,
    )
    place = total.place.node if total is not None else None
    if not isinstance(place, cst.Call):
        return None
    value, rest = receiver_and_rest(bench, place)
    torch = bench.draft.framework == "torch"
    words = [arg.keyword.value for arg in place.args if arg.keyword is not None]
    if sum("=" not in each for each in rest) > 1 or not {*words} <= {"axis", "dim", "keepdim", "keepdims"}:
        return None
    if formula == "softmax":
        rest = [each for each in rest if not each.startswith(("keepdim", "keepdims"))]
    key = "dim" if torch else "axis"
    rest = [each if "=" in each else f"{key}={each}" for each in rest]
    if not rest and (torch or formula == "softmax"):
        return None  # a sum over everything, where the stable function takes the last axis
    if any(each.startswith(f"{key}=(") for each in rest) and formula == "softmax":
        return None
    return rest if value is not None else None
