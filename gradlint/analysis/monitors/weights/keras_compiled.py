"""What compile() has fixed about a Keras model: which of its weights the training function trains."""

from __future__ import annotations

from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.faults import fault
from gradlint.analysis.domain.graph import Node, Place
from gradlint.analysis.domain.journal import Branches, Journal
from gradlint.analysis.domain.values import Const, Layer, Ref, Value
from gradlint.analysis.interpreter.events import TrainableSet, listens
from gradlint.analysis.interpreter.machine import Machine

LIMIT = 600


class KerasCompiled:
    NEVER_UNDONE: ClassVar = {"last": "only where a finding stands, which other facts have to bear out"}

    def __init__(self, branches: Branches) -> None:
        self.frozen: Journal[int, bool] = Journal(branches)
        """Nodes of what has been told not to train."""
        self.last: Place | None = None
        """Where something was last told so."""
        self.fixed: Journal[int, frozenset[int]] = Journal(branches)
        """What was frozen in a model when it was compiled, by the model."""
        self.trained: Journal[int, bool] = Journal(branches)
        """Models whose training function has been made, by the first fit() after compile()."""
        self.late: Journal[int, Place] = Journal(branches)
        """Where something in a model was unfrozen after that."""


@listens(TrainableSet)
def note_flag(machine: Machine, event: TrainableSet) -> None:
    known = machine.own(KerasCompiled)
    if event.value == Const(False):
        known.frozen.update(dict.fromkeys(_weights(machine, event.owner), True))
        known.last = machine.place(event.node)
    elif event.value == Const(True) and known.fixed:
        own = _weights(machine, event.owner)
        for model, frozen in known.fixed.items():
            if frozen & own and model in known.trained:
                known.late[model] = machine.place(event.node)
        for number in own:
            known.frozen.pop(number, None)


def note_compiled(machine: Machine, model: Value) -> None:
    known = machine.own(KerasCompiled)
    if isinstance(model, Ref):
        known.late.pop(model.id, None)
        known.trained.pop(model.id, None)
        known.fixed[model.id] = frozenset(known.frozen.keys() & _weights(machine, model))


def note_trained(machine: Machine, model: Value, node: cst.CSTNode) -> None:
    """fit(): with the function that was made the first time."""
    known = machine.own(KerasCompiled)
    if not isinstance(model, Ref) or not known.fixed.get(model.id):
        return
    own = {array.node.id for ref in machine.parameters_of(model) if (array := machine.array(ref)) is not None}
    if own and own <= known.frozen.keys() & known.fixed[model.id] and known.last is not None:
        machine.flow.misuses.append(
            fault(known.last, "nothing-trainable", "tensorflow", "", machine.place(node))
        )
    known.trained[model.id] = True
    late = known.late.get(model.id)
    if late is not None:
        machine.flow.misuses.append(
            fault(late, "unfrozen-after-compile", "tensorflow", "", machine.place(node))
        )


def _weights(machine: Machine, owner: Value) -> set[int]:
    """The weights of a layer or model, and of whatever nobody has seen and what it is taken from."""
    thing = machine.load(owner)
    roots = [edge.node for edge in machine.edges(owner)]
    roots += [array.node for ref in machine.parameters_of(owner) if (array := machine.array(ref)) is not None]
    if isinstance(thing, Layer):
        for child in (*thing.children, *(thing.options.get(each) for each in ("outputs", "1"))):
            roots += [edge.node for edge in machine.edges(child)] if child is not None else []
    stack: list[Node] = roots
    seen = set(stack)
    while stack and len(seen) < LIMIT:
        fresh = [edge.node for edge in stack.pop().edges if edge.node not in seen]
        seen.update(fresh)
        stack.extend(fresh)
    return {each.id for each in seen if each.source is not None}
