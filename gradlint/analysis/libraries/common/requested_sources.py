"""What is requested: the sources that somebody names when they want gradients."""

from __future__ import annotations

from gradlint.analysis.domain.graph import Node, Source
from gradlint.analysis.domain.values import Array, Dictionary, Instance, Params, Sequence, Unknown, Value
from gradlint.analysis.interpreter.machine import Machine

Groups = tuple[tuple[Node, ...], ...]


def groups(machine: Machine, value: Value) -> Groups:
    """The sources inside a value; those named together (the weights of one model) form one group."""
    if isinstance(value, Unknown):
        return ((value.node,),)
    thing = machine.load(value)
    if isinstance(thing, Array):
        if thing.node.source is None:
            thing.node.source = Source("data", thing.name)
        return ((thing.node,),)
    if isinstance(thing, Params):
        nodes = [array.node for array in map(machine.array, thing.arrays) if array is not None]
        owner = machine.load(thing.owner)
        if isinstance(owner, Instance):
            nodes.append(owner.node)
        return (tuple(nodes),) if nodes else ()
    if isinstance(thing, (Sequence, Dictionary)):
        inside = machine.members(thing) if isinstance(thing, Sequence) else list(thing.items.values())
        return tuple(group for each in inside for group in groups(machine, each))
    return ()
