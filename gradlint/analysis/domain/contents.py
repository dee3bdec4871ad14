"""What lies inside a value: the arrays that it leads to, and who follows them now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from gradlint.analysis.domain.graph import Edge, EdgeRole, Node, Recorders, in_common
from gradlint.analysis.domain.journal import Branches, Journal, if_the_same
from gradlint.analysis.domain.state import ADDED_LOSSES, DISTRIBUTION, FLATTEN_LIMIT, OUTPUT, State
from gradlint.analysis.domain.values import (
    Array,
    Const,
    Dictionary,
    Instance,
    Layer,
    Object,
    Params,
    Partial,
    Ref,
    Sequence,
    Unknown,
    Value,
)
from gradlint.core.records import replace
from gradlint.knowledge.names.models import TORCH_MODULES
from gradlint.knowledge.names.operations import Op

STORED = 8
"""So many of the values that were put inside of one thing are remembered, the last ones."""
_MOST_HOLDERS = 60
"""Of what a thing may be part of, so much is looked at."""
PLAIN = (Sequence, Dictionary)
"""Containers of Python, into which no module looks."""


class GivenAttributes:
    NEVER_UNDONE: ClassVar[dict[str, str]] = {}

    def __init__(self, branches: Branches) -> None:
        self.values: Journal[tuple[Node, str], Value] = Journal(branches, if_the_same)
        """What the program has stored in attributes of things it knows nothing about."""


class Contents(State):
    """The one way to look into a value."""

    def tracked_now(self, array: Array) -> Recorders:
        """The recorders that follow this array if it is used at this moment."""
        active = self.context.active
        found = in_common(array.tracked, active)
        if array.variable and array.trainable:
            found |= frozenset(each for each in active if each.kind == "tape" and each.autowatch)
        return found

    def is_traced(self, array: Array) -> bool:
        """Whether a transformation of JAX follows this array at this moment."""
        return any(each.kind in ("jax", "jit") for each in self.tracked_now(array))

    def edges(self, value: Value, role: EdgeRole = "value") -> list[Edge]:
        """The graph nodes inside a value, with the recorders that follow them now."""
        if type(value) is Const:
            return []
        thing = self.load(value)
        if type(thing) is Array and thing.node not in self.stored:
            return [Edge(thing.node, role, self.tracked_now(thing), thing.wants)]
        found: list[Edge] = []
        self.collect(value, role, found)
        return found

    def collect(
        self, value: Value, role: EdgeRole, found: list[Edge], seen: set[Value] | None = None
    ) -> None:
        if len(found) >= FLATTEN_LIMIT:
            return
        if isinstance(value, Unknown):
            active = self.context.active
            tracked = active if value.node.source is not None else in_common(value.node.tracked, active)
            found.append(Edge(value.node, role, tracked))
            if self.stored:
                holders = (value.node, *(edge.node for edge in value.node.edges))
                self._collect_stored(value, holders, role, found, set() if seen is None else seen)
            return
        if isinstance(value, Partial):
            for each in (*value.args, *(item for _, item in value.kwargs)):
                self.collect(each, role, found, seen)
            return
        thing = self.load(value)
        if isinstance(thing, Array):
            found.append(Edge(thing.node, role, self.tracked_now(thing), thing.wants))
            if thing.node in self.stored:
                self._collect_stored(value, (thing.node,), role, found, set() if seen is None else seen)
            return
        if thing is None:
            return
        seen = set() if seen is None else seen
        if value in seen:
            return  # it may hold the same thing many times
        seen.add(value)
        if isinstance(thing, Sequence):
            for each in thing.items or ():
                self.collect(each, role, found, seen)
            if thing.rest is not None:
                self.collect(thing.rest, role, found, seen)
        elif isinstance(thing, Dictionary):
            for each in thing.items.values():
                self.collect(each, role, found, seen)
            if thing.rest is not None:
                self.collect(thing.rest, role, found, seen)
        elif isinstance(thing, Params):
            for ref in thing.arrays:
                self.collect(ref, role, found, seen)
        elif isinstance(thing, Object) and thing.name.startswith((DISTRIBUTION, OUTPUT)):
            for each in thing.args:
                self.collect(each, role, found, seen)
        elif isinstance(thing, Layer):
            if thing.params is not None:
                self.collect(thing.params, role, found, seen)
            for each in thing.children:
                self.collect(each, role, found, seen)
        elif isinstance(thing, Instance):
            for ref in self.parameters_of(value):  # all of them: whoever calls a model trains all its weights
                array = self.array(ref)
                if array is not None:
                    found.append(Edge(array.node, role, self.tracked_now(array), array.wants))
            found.append(Edge(thing.node, role, self.context.active))
            for _, each in self.stored.get(thing.node, ()):
                self.collect(each, role, found, seen)

    def parameters_of(self, value: Value, registered: bool = False) -> list[Ref]:
        """The parameter arrays of a module, layer, or container of them, each once.

        What a torch module keeps in a plain list or dictionary is its own, too, though not `registered` with it.
        """
        found: dict[Ref, None] = {}
        seen: set[int] = set()
        stack: list[Value] = [value]
        while stack:
            here = stack.pop()
            if not isinstance(here, Ref) or here.id in seen:
                continue
            seen.add(here.id)
            thing = self.heap.get(here.id)
            inside: list[Value] = []
            if isinstance(thing, Array):
                if thing.parameter or thing.variable:
                    found[here] = None
            elif isinstance(thing, Layer):
                inside = [*((thing.params,) if thing.params else ()), *thing.children]
            elif isinstance(thing, Instance):
                inside = list(thing.attrs.values())
                if registered and (thing.cls.library or "").startswith(TORCH_MODULES):
                    inside = [each for each in inside if not isinstance(self.load(each), PLAIN)]
            elif isinstance(thing, Sequence):
                inside = self.members(thing)
            elif isinstance(thing, Dictionary):
                inside = list(thing.items.values())
            elif isinstance(thing, Params):
                inside = list(thing.arrays)
            stack.extend(reversed(inside))
        return list(found)

    def weights_of(self, value: Value) -> list[Node]:
        """The sources that the parameters of a module, layer, or container are."""
        arrays = map(self.array, self.parameters_of(value))
        return [each.node for each in arrays if each is not None]

    def added_losses(self, value: Value) -> list[Value]:
        """What a Keras model and the layers inside it have given to add_loss."""
        found: dict[Value, None] = {}
        for _, thing in self.with_layers(value):
            added = self.load(thing.attrs.get(ADDED_LOSSES)) if isinstance(thing, Instance) else None
            found.update(dict.fromkeys(self.members(added) if isinstance(added, Sequence) else ()))
        return list(found)

    def clear_losses(self, value: Value) -> None:
        """A Keras model that is called from outside forgets what its last call gave to add_loss."""
        for ref, thing in list(self.with_layers(value)):
            if isinstance(thing, Instance) and ADDED_LOSSES in thing.attrs:
                kept = {key: each for key, each in thing.attrs.items() if key != ADDED_LOSSES}
                self.update(ref, replace(thing, attrs=kept))

    def _collect_stored(
        self, value: Value, holders: tuple[Node, ...], role: EdgeRole, found: list[Edge], seen: set[Value]
    ) -> None:
        """What was stored in it, or in what it was made of, since it was made."""
        if value in seen:
            return
        seen.add(value)
        for holder in holders:
            for _, each in self.stored.get(holder, ()):
                if len(found) >= FLATTEN_LIMIT:
                    return
                self.collect(each, role, found, seen)

    def fill(self, holder: Node, value: Value) -> None:
        """`thing.part.size = value`: what thing and its part compute from now on may come from the value."""
        if not isinstance(value, (Ref, Unknown)):
            return
        waiting, seen = [holder], {self._globals}
        while waiting and len(seen) < _MOST_HOLDERS:
            here = waiting.pop()
            if here in seen:
                continue
            seen.add(here)
            self.store(here, value)
            if here.op in (Op.GET_LAYER, Op.EITHER) or (
                len(here.edges) == 1 and here.op not in (Op.UNKNOWN, Op.CALL)
            ):
                waiting += [edge.node for edge in here.edges]

    def store(self, holder: Node, value: Value) -> None:
        """What the holder is part of may be computed from the value, no longer from what this line made before."""
        node = self.node_of(value)
        line = node.place.node if node is not None else value
        before = [pair for pair in self.stored.get(holder, ()) if pair[0] is not line and pair[1] != value]
        self.stored[holder] = (*before[-STORED:], (line, value))

    def node_of(self, value: Value) -> Node | None:
        """The graph node that a value stands for, if it is one."""
        if isinstance(value, Unknown):
            return value.node
        array = self.array(value)
        return array.node if array is not None else None

    def layers_of(self, thing: Instance) -> list[Ref]:
        """The layers that a Keras model of the program finds in its attributes."""
        found: list[Ref] = []
        for value in thing.attrs.values() if (thing.cls.library or "").startswith("keras.") else ():
            held = self.load(value)
            for each in self.members(held) if isinstance(held, Sequence) else [value]:
                inner = self.load(each)
                layer = isinstance(inner, Layer) and inner.lang == "tensorflow"
                layer = layer or (isinstance(inner, Instance) and "keras." in (inner.cls.library or ""))
                if layer and isinstance(each, Ref) and each not in found:
                    found.append(each)
        return found

    def with_layers(self, value: Value | None) -> Iterator[tuple[Ref, Layer | Instance]]:
        """A model and every layer inside it, of the library or the program's own."""
        seen: set[Ref] = set()
        stack = [value]
        while stack:
            here = stack.pop()
            if not isinstance(here, Ref) or here in seen:
                continue
            seen.add(here)
            thing = self.load(here)
            if isinstance(thing, Layer):
                yield here, thing
                stack.extend(thing.children)
            elif isinstance(thing, Sequence):
                stack.extend(self.members(thing))
            elif isinstance(thing, Instance):
                yield here, thing
                stack.extend(each for key, each in thing.attrs.items() if key != ADDED_LOSSES)

    def is_part(self, one: Value, whole: Value | None) -> bool:
        """Whether a module has some of the weights of another one, and not all."""
        if whole is None or not isinstance(self.load(one), (Layer, Instance)):
            return False
        return set(self.parameters_of(one)) < set(self.parameters_of(whole))
