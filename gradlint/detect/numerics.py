"""GL7 and silent broadcasts: the gradient is not finite, or not the one that was meant."""

from __future__ import annotations

from collections.abc import Iterator

from gradlint.detect.draft import LANGS, Draft, DraftLabel, Program, detects, story
from gradlint.flow import broadcasts, formulas, loss_inputs, numerics
from gradlint.flow.graph import Node
from gradlint.flow.kinds import behind, kind
from gradlint.flow.losses import Passage
from gradlint.model import Framework, Severity


def framework_of(passage: Passage) -> Framework:
    recorder = passage.sink.recorder
    return "torch" if recorder.torch else LANGS.get(recorder.kind, "jax")


def _draft(
    node: Node,
    passage: Passage,
    message: str,
    help_: str,
    severity: Severity = Severity.WARNING,
    labels: tuple[DraftLabel, ...] = (),
    cut: str = "",
) -> Draft:
    enters = min(passage.sources, key=lambda source: source.id, default=None)
    at = node.place.node
    around = story(enters, passage.sink.place, at)
    return Draft(at, message, help_, framework_of(passage), severity, (*labels, *around), cut, node)


def _is_torch(passage: Passage) -> bool:
    return framework_of(passage) == "torch"


@detects("GL510")
def silent_broadcast(program: Program) -> Iterator[Draft]:
    """A column against a row inside a loss."""
    carrying = program.losses.carrying
    for node, passage in carrying.items():
        shapes = broadcasts.column_against_row(node, passage.trace)
        if shapes is not None:
            column, row = (broadcasts.text(shape) for shape in shapes)
            yield _draft(
                node,
                passage,
                f"shapes {column} and {row} broadcast to a matrix of all pairs: "
                "the loss compares every prediction with every target",
                "give both the same shape: squeeze(-1) the column, or unsqueeze the row",
            )


@detects("GL701")
def where_nan(program: Program) -> Iterator[Draft]:
    """A guard around the result of an operation instead of its argument."""
    for node, failing in program.losses.masked.items():
        operation = failing[0]
        note = DraftLabel("note", "computed for every element", operation.place.node)
        yield _draft(
            node,
            program.losses.carrying[node],
            f"the gradient of {name_of(operation)} is not finite where the other branch is taken, "
            "and 0 times that is nan",
            f"guard the argument as well: {name_of(operation)} of where(condition, x, a safe number)",
            labels=() if note.node is node.place.node else (note,),
        )


def name_of(node: Node) -> str:
    return {"div": "the division", "pow": "the power", "reciprocal": "the division"}.get(
        kind(node), node.op.rpartition(".")[2].rstrip("_")
    )


def masked_operations(program: Program) -> set[Node]:
    """What GL701 has said already."""
    return {operation for failing in program.losses.masked.values() for operation in failing}


_ZERO = {
    "diagonal": "the distance of each point to itself is zero, where {root} has an infinite gradient: nan",
    "itself": "a value minus itself is zero, where {root} has an infinite gradient: nan",
    "pair": "two equal rows have distance zero, where {root} has an infinite gradient: nan",
    "start": "this starts at zero, where {root} has an infinite gradient: nan",
}


@detects("GL702")
def singular(program: Program) -> Iterator[Draft]:
    """sqrt or norm at zero, acos at one; single-element std and degenerate eigenvectors as a hint."""
    carrying = program.losses.carrying
    masked = masked_operations(program)
    for node, passage in carrying.items():
        if node in masked:
            continue
        zero = numerics.root_at_zero(node, _is_torch(passage), carrying)
        if zero is not None:
            yield _draft(
                node,
                passage,
                _ZERO[zero].format(root=name_of(node)),
                "add a small number under the root: sqrt(s + 1e-12)",
                Severity.ERROR if zero == "diagonal" else Severity.WARNING,
            )
        elif kind(node) in numerics.INVERSE and numerics.reaches_one(node):
            yield _draft(
                node,
                passage,
                f"the argument of {name_of(node)} can be exactly 1, where its gradient is infinite",
                "clamp strictly inside: clamp(-1 + 1e-6, 1 - 1e-6), or use atan2",
            )
        elif numerics.single_element_spread(node, _is_torch(passage)):
            yield _draft(
                node,
                passage,
                f"{name_of(node)} of a single element divides by zero",
                "use unbiased=False (correction=0), or reduce over more than one element",
                Severity.INFO,
            )
        elif numerics.uses_eigenvectors(node, carrying):
            yield _draft(
                node,
                passage,
                "the gradient of eigenvectors is nan where two eigenvalues are equal",
                "use the eigenvalues only, or separate them first",
                Severity.INFO,
            )


_INSTEAD = {
    "log_softmax": ("log(softmax(x))", "log_softmax(x)"),
    "log_sigmoid": ("log(sigmoid(x))", "the log-sigmoid function, -softplus(-x)"),
    "log_one_minus_sigmoid": ("log(1 - sigmoid(x))", "the log-sigmoid of -x, -softplus(x)"),
    "log_one_minus_softmax": ("log(1 - softmax(x))", "log1p of the negative, of a clamped probability"),
    "logsumexp": ("log(sum(exp(x)))", "logsumexp(x)"),
    "softplus": ("log(1 + exp(x))", "softplus(x)"),
    "softmax": ("exp(x) / sum(exp(x))", "softmax(x)"),
}


@detects("GL703")
def unstable_log(program: Program) -> Iterator[Draft]:
    """A formula that overflows or takes the logarithm of an underflown zero."""
    masked = masked_operations(program)
    said: set[Node] = set()
    for node, passage in sorted(program.losses.carrying.items(), key=lambda each: each[0].id):
        formula = formulas.unstable(node)
        inside = formulas.activation_inside(node) if formula else node
        if formula and inside not in said and not masked.intersection(behind(node, 6)):
            said.add(inside)
            written, instead = _INSTEAD[formula]
            yield _draft(node, passage, f"{written} is nan or infinite for large inputs", f"use {instead}")


@detects("GL704")
def clamped_parameter(program: Program) -> Iterator[Draft]:
    """clamp directly on what is optimised."""
    for node, passage in program.losses.carrying.items():
        if kind(node) == "clamp" and numerics.of_a_source(node):
            yield _draft(
                node,
                passage,
                "outside of the bounds the gradient is zero: a parameter that gets there stays there",
                "use a smooth bound (tanh, sigmoid), or project the parameter after the optimizer's step",
                Severity.INFO,
            )


_GIVEN = {
    "softmax": "a softmax",
    "sigmoid": "a sigmoid",
    "log_softmax": "a log-softmax",
    "log_sigmoid": "a log-sigmoid",
    "raw": "the output of a layer without activation",
}


@detects("GL705")
def activation(program: Program) -> Iterator[Draft]:
    """An activation too many or too few in front of the loss."""
    for node, passage in program.losses.carrying.items():
        found = loss_inputs.wrong_activation(node)
        if found is not None:
            severity = Severity.INFO if found.repaired else Severity.WARNING
            yield _draft(node, passage, _mismatch(node, found), _remedy(found), severity)


def _mismatch(node: Node, found: loss_inputs.Mismatch) -> str:
    message = f"{node.op.rpartition('.')[2]} expects {found.wants} and is given {_GIVEN[found.given]}"
    if found.repaired:
        return (
            f"{message}: Keras takes the logits behind it here; on another backend, or behind a function of "
            "TensorFlow that runs eagerly, the gradient is squashed"
        )
    return f"{message}: the gradient is {'squashed' if found.wants == 'logits' else 'wrong'}"


def _remedy(found: loss_inputs.Mismatch) -> str:
    if found.wants == "logits":
        return f"pass what goes into the {found.given}"
    if found.wants == "probabilities":
        return "pass probabilities, or use the loss that takes logits"
    return "apply log_softmax first, or use the loss that takes logits"
