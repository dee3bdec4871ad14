"""GL702: sqrt or norm at zero, acos at one; single-element std and degenerate eigenvectors as a hint."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.graph import Node
from gradlint.analysis.lost_gradients import singular_ops
from gradlint.analysis.lost_gradients.lost import Passage
from gradlint.analysis.lost_gradients.op_kinds import kind
from gradlint.analysis.project.syntax import number, walk
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench, keyword, method, positional
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.numerics import framework_of, masked_operations, name_of, numeric_draft
from gradlint.rules.shared.patch import Change, Patch


def _is_torch(passage: Passage) -> bool:
    return framework_of(passage) == "torch"


_ZERO = {
    "diagonal": "the distance of each point to itself is zero, where {root} has an infinite gradient: NaN",
    "itself": "a value minus itself is zero, where {root} has an infinite gradient: NaN",
    "pair": "two equal rows have distance zero, where {root} has an infinite gradient: NaN",
    "start": "this starts at zero, where {root} has an infinite gradient: NaN",
}


def detect(program: Program) -> Iterator[Draft]:
    carrying = program.lost.carrying
    masked = masked_operations(program)
    for node, passage in carrying.items():
        if node in masked:
            continue
        zero = singular_ops.root_at_zero(node, _is_torch(passage), carrying, program.flow.filled)
        if zero is not None:
            yield numeric_draft(
                node,
                passage,
                _ZERO[zero].format(root=name_of(node)),
                "add a small number under the root: sqrt(s + 1e-12)",
                Severity.ERROR if zero == "diagonal" else Severity.WARNING,
            )
        elif kind(node) in singular_ops.INVERSE and singular_ops.reaches_one(node):
            yield numeric_draft(
                node,
                passage,
                f"the argument of {name_of(node)} can be exactly 1, where its gradient is infinite",
                "clamp strictly inside: clamp(-1 + 1e-6, 1 - 1e-6), or use atan2",
            )
        elif singular_ops.single_element_spread(node, _is_torch(passage)):
            yield numeric_draft(
                node,
                passage,
                f"{name_of(node)} of a single element divides by zero",
                "use unbiased=False (correction=0), or reduce over more than one element",
                Severity.INFO,
            )
        elif singular_ops.uses_eigenvectors(node, carrying):
            yield numeric_draft(
                node,
                passage,
                "the gradient of eigenvectors is NaN where two eigenvalues are equal",
                "use only the eigenvalues, or separate them first",
                Severity.INFO,
            )


def fix(bench: Bench) -> Patch | None:
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
