"""What objects that nobody can see into hand out by themselves: the batches of a loader, the experience of an agent."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.graph import Node
from gradlint.knowledge.names.checked import names
from gradlint.knowledge.names.operations import Op

WEIGHTS = frozenset({"module", "parameter", "variable"})
WEIGHT_LISTS = names("torch.nn.Module", "parameters named_parameters buffers named_buffers state_dict")
"""Methods of a model that list its weights, whoever wraps it."""


def is_collected(node: Node) -> bool:
    """Going through an object that was made with a model: it runs the model for itself, and hands out what it saw.

    What a model is called with, or its own weights, are no such object.
    """
    made_by = _maker(node)
    return made_by is not None and _holds(made_by) is True


def is_out_of_nothing(node: Node) -> bool:
    """What a method gives that takes nothing, of an object to which no model and no tensor was ever given."""
    made_by = _maker(node)
    return made_by is not None and _is_made(made_by) and _holds(made_by) is False


def _maker(node: Node) -> Node | None:
    """The object from which this came by attributes, items, and methods that were given nothing."""
    while (owner := _owner(node)) is not None:
        if node.op in WEIGHT_LISTS:
            return None
        node = owner
    return node


def _owner(node: Node) -> Node | None:
    written = node.place.node
    if len(node.edges) != 1:
        return None
    below = node.edges[0].node
    if node.op == Op.ITEM or node.op[:1] == "[" or _is_read(node):
        return below
    asked = written.func if isinstance(written, cst.Call) else None
    return below if isinstance(asked, cst.Attribute) and below.place.node is asked else None


def _is_read(node: Node) -> bool:
    """An attribute of something."""
    written = node.place.node
    return isinstance(written, cst.Attribute) and written.attr.value == node.op


def _is_made(node: Node) -> bool:
    """An instance of a class that nobody can see, by the name that classes have."""
    named = node.op.rpartition(".")[2][:1].isupper()
    return named and node.source is not None and node.source.kind == "unknown"


def _holds(maker: Node) -> bool | None:
    """Whether it was made with weights; None if it may have computed with them, or with a tensor."""
    weights = False
    stack, seen = [(maker, True)], {(maker, True)}
    while stack:
        here, held = stack.pop()
        if here.source is not None and here.source.kind in WEIGHTS:
            if not held:
                return None
            weights = True
            continue
        held = held and _is_made(here)
        behind = [(edge.node, held) for edge in here.edges if (edge.node, held) not in seen]
        seen.update(behind)
        stack.extend(behind)
    return weights
