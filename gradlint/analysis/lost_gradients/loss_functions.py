"""What a loss expects as its prediction, and what it is given: logits, probabilities or their logarithms."""

from __future__ import annotations

from typing import Literal

from gradlint.analysis.domain.graph import Node
from gradlint.analysis.lost_gradients.op_kinds import given, kind, plain
from gradlint.core.records import dataclass
from gradlint.knowledge.names.losses import OVER_CLASSES, RAW_OUTPUTS
from gradlint.knowledge.names.operations import Op

Wants = Literal["logits", "probabilities", "log-probabilities"]


@dataclass(frozen=True, slots=True)
class LossInput:
    """What a loss expects as its prediction, and where it is given."""

    wants: Wants
    position: int
    keys: tuple[str, ...]


_TORCH = ("input", "inputs")
_KERAS = ("y_pred", "output")
LOSSES: dict[str, LossInput] = {
    "cross_entropy": LossInput("logits", 0, _TORCH),
    "binary_cross_entropy_with_logits": LossInput("logits", 0, _TORCH),
    "multilabel_soft_margin_loss": LossInput("logits", 0, _TORCH),
    "nll_loss": LossInput("log-probabilities", 0, _TORCH),
    "kl_div": LossInput("log-probabilities", 0, _TORCH),
    "binary_cross_entropy": LossInput("probabilities", 0, _TORCH),
    "softmax_cross_entropy_with_logits": LossInput("logits", 1, ("logits",)),
    "sparse_softmax_cross_entropy_with_logits": LossInput("logits", 1, ("logits",)),
    "sigmoid_cross_entropy_with_logits": LossInput("logits", 1, ("logits",)),
    "weighted_cross_entropy_with_logits": LossInput("logits", 1, ("logits",)),
    "softmax_cross_entropy": LossInput("logits", 0, ("logits",)),
    "softmax_cross_entropy_with_integer_labels": LossInput("logits", 0, ("logits",)),
    "sigmoid_binary_cross_entropy": LossInput("logits", 0, ("logits",)),
}
KERAS_LOSSES = frozenset(
    "categorical_crossentropy sparse_categorical_crossentropy binary_crossentropy binary_focal_crossentropy "
    "categorical_focal_crossentropy CategoricalCrossentropy SparseCategoricalCrossentropy BinaryCrossentropy "
    "BinaryFocalCrossentropy CategoricalFocalCrossentropy".split()
)
REPAIRING = frozenset(each for each in KERAS_LOSSES if "focal" not in each.lower())
"""Of these, the ones that look for the logits behind an activation."""


def loss_input(node: Node) -> tuple[LossInput, Node] | None:
    """What a loss was given as its prediction, and what it expects there."""
    short = node.op.rpartition(".")[2]
    expected = LOSSES.get(short)
    if short in KERAS_LOSSES:
        flag = given(node, 99, "from_logits")
        if flag[0] is not None or flag[1] not in (None, True, False):
            return None
        expected = LossInput("logits" if flag[1] is True else "probabilities", 1, _KERAS)
    if expected is None:
        return None
    # Of labels= and logits= the interpreter has put the logits first.
    position = 0 if "labels" in node.keys else expected.position
    prediction = given(node, position, *expected.keys)[0]
    return None if prediction is None else (expected, prediction)


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A loss that expects one thing and is given another."""

    wants: Wants
    given: str
    repaired: bool
    """Keras on TensorFlow finds the logits behind the activation and warns."""


def _recalls(node: Node) -> bool:
    """Whether an activation is what the loss is given, and not something made of its result."""
    while node.op == Op.ARGUMENT and node.operands and node.operands[0] is not None:
        node = node.operands[0]
    return node.recalls


def over_one_class(node: Node) -> bool:
    """Whether a loss over classes is given one unit: its gradient is zero, or pushes one way whatever the label."""
    short = node.op.rpartition(".")[2]
    found = loss_input(node) if short in OVER_CLASSES else None
    if found is None or found[1] not in node.operands:
        return False
    at = node.operands.index(found[1])
    shape = node.shapes[at] if at < len(node.shapes) else None
    return shape is not None and len(shape) > 1 and shape[-1] == 1


def _whichever(node: Node, steps: int = 4) -> Node:
    """Where branches meet that all end in the same activation, one of them; else the meeting itself."""
    if node.op != Op.EITHER or not steps or len(node.edges) < 2:
        return node
    ends = [_whichever(plain(edge.node), steps - 1) for edge in node.edges if edge.node.id < node.id]
    alike = bool(ends) and kind(ends[0]) != "" and all(kind(each) == kind(ends[0]) for each in ends)
    return ends[0] if alike else node


def _is_softmax_twice(node: Node) -> bool:
    """`log_softmax(softmax(x))`: the loss behind it is given log-probabilities, and of the wrong thing."""
    if node.op.rpartition(".")[2] not in (Op.LOG_SOFTMAX, Op.LOG_SOFTMAX_LAYER) or not node.operands:
        return False
    first = node.operands[0]
    return first is not None and kind(_whichever(plain(first))) == "softmax"


def wrong_activation(node: Node) -> Mismatch | None:
    """What a loss wants and the other thing that it was given."""
    found = loss_input(node)
    if found is None:
        return Mismatch("logits", "softmax", False) if _is_softmax_twice(node) else None
    wants, last = found[0].wants, _whichever(plain(found[1]))
    what = kind(last)
    if what in UNWANTED[wants]:
        return Mismatch(wants, what, wants == "logits" and node.op in REPAIRING and _recalls(found[1]))
    if wants == "logits" or node.op.endswith("kl_div"):
        return None
    if what == "relu":
        return Mismatch(wants, what, False)
    if last.opaque and last.op in RAW_OUTPUTS:
        return Mismatch(wants, "raw", False)
    return None


UNWANTED: dict[Wants, tuple[str, ...]] = {
    "logits": ("softmax", "sigmoid"),
    "log-probabilities": ("softmax", "sigmoid"),
    "probabilities": ("log_softmax", "log_sigmoid"),
}
