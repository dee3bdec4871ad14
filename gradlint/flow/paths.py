"""Branches: explored one after the other on the real heap, undone, and joined again."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as Seq
from typing import TYPE_CHECKING, Any, TypeVar

import libcst as cst

from gradlint.flow.facts import Write
from gradlint.flow.graph import (
    Edge,
    EdgeRole,
    Node,
    Source,
)
from gradlint.flow.journal import Journal
from gradlint.flow.making import Making
from gradlint.flow.state import (
    FLATTEN_LIMIT,
    VARYING,
    Snapshot,
)
from gradlint.flow.values import (
    Array,
    Const,
    Dictionary,
    HeapObject,
    Instance,
    Layer,
    Ref,
    Sequence,
    Tape,
    Unknown,
    Value,
)
from gradlint.records import replace

if TYPE_CHECKING:
    pass

K = TypeVar("K")
_LEVELS = 4
"""How deep inside of two layers their sizes are compared."""
_DEATHS = {"continue": 0, "break": 1, "return": 2}
"""Where all paths end, the program goes on where the nearest of them leads."""


class Paths(Making):
    """What holds after any of several ways through the program."""

    def begin(self) -> Snapshot:
        """Open a branch. What it does is remembered until `end` takes it back."""
        for journal in self._journals():
            journal.begin()
        return Snapshot(dict(self.scope.names), {}, {}, {}, {}, {}, self.context, self.frame.dead)

    def so_far(self) -> Snapshot:
        """The open branch as it stands."""
        return Snapshot(
            dict(self.scope.names),
            self.heap.changes(),
            self.writes.changes(),
            self.grads.changes(),
            self.freed.changes(),
            self.asked_once.changes(),
            self.context,
            self.frame.dead,
        )

    def end(self, before: Snapshot) -> Snapshot:
        """Close the branch: tell what it did, and be back where it began."""
        path = self.so_far()
        for journal in self._journals():
            journal.undo()
        self._restore(before)
        return path

    def _restore(self, snapshot: Snapshot) -> None:
        self.scope.names.clear()
        self.scope.names.update(snapshot.names)
        self.context = snapshot.context
        self.frame.dead = snapshot.dead

    def forget_counts(self, before: Snapshot, node: cst.CSTNode) -> None:
        """What one pass of a loop has counted up is any number in the passes after it."""
        self.scope.names.update(self._counted(before.names, self.scope.names, node))
        for key, old in self.heap.earlier().items():
            thing = self.heap[key]
            if isinstance(old, Instance) and isinstance(thing, Instance):
                if counted := self._counted(old.attrs, thing.attrs, node):
                    self.heap[key] = replace(thing, attrs={**thing.attrs, **counted})
            elif isinstance(old, Dictionary) and isinstance(thing, Dictionary):
                if entries := self._counted(old.items, thing.items, node):
                    self.heap[key] = replace(thing, items={**thing.items, **entries})

    def _counted(
        self, before: Mapping[K, Value], now: Mapping[K, Value], node: cst.CSTNode
    ) -> dict[K, Value]:
        """The numbers that have become other numbers."""
        return {
            name: self.number(node, VARYING)
            for name, value in now.items()
            if _is_number(value) and _is_number(before.get(name)) and value != before[name]
        }

    def merge(self, paths: Seq[Snapshot], node: cst.CSTNode) -> None:
        """Continue with what holds after any of these paths."""
        alive = [path for path in paths if not path.dead] or [min(paths, key=lambda path: _DEATHS[path.dead])]
        self._merge_heaps([path.heap for path in alive], node)
        self._merge_writes([path.writes for path in alive])
        self._merge_training(alive)
        for path in paths:
            if path.dead:  # what it returned must stay reachable
                for key, thing in path.heap.items():
                    if key not in self.heap:
                        self.heap[key] = thing
        self._restore(alive[0])
        for path in alive[1:]:
            names = self.scope.names
            for name, value in path.names.items():
                mine = names.get(name)
                if mine is not value:
                    names[name] = value if mine is None else self._join_names(mine, value, node)

    def _join_names(self, mine: Value, value: Value, node: cst.CSTNode) -> Value:
        """What a variable holds after either path; after a loop that is no free choice."""
        clock = self._next
        joined = self.join(mine, value, node)
        made = self.node_of(joined) if isinstance(node, cst.For) else None
        if made is not None and made.op == "either" and made.id > clock:
            made.last = True
        return joined

    def _merge_heaps(self, heaps: Seq[dict[int, HeapObject]], node: cst.CSTNode) -> None:
        changed: dict[int, list[HeapObject]] = {}
        for heap in heaps:
            for key, thing in heap.items():
                changed.setdefault(key, []).append(thing)
        # What a path made comes first: what it changed may refer to it.
        for key in sorted(changed, key=lambda each: each in self.heap):
            found = changed[key]
            before = self.heap.get(key)
            if before is not None and len(found) < len(heaps):
                found = [heap.get(key, before) for heap in heaps]
            result = found[0]
            for thing in found[1:]:
                if thing is not result:
                    result = self._join_things(result, thing, node)
            self.update(Ref(key), result)

    def _merge_writes(self, changed: Seq[dict[int, tuple[Write, ...]]]) -> None:
        for storage in {key: None for each in changed for key in each}:
            before = self.writes.get(storage, ())
            result: tuple[Write, ...] = ()
            for written in (each.get(storage, before) for each in changed):
                result += tuple(one for one in written if one not in result)
            self.writes[storage] = result

    def _journals(self) -> tuple[Journal[Any], ...]:
        return (self.heap, self.writes, self.grads, self.freed, self.asked_once)

    def _merge_training(self, alive: Seq[Snapshot]) -> None:
        from gradlint.flow.training import ABSENT, merged

        for key in {key: None for path in alive for key in path.grads}:
            before = self.grads.get(key, ABSENT)
            states = [path.grads.get(key, before) for path in alive]
            result = states[0]
            for state in states[1:]:
                result = merged(result, state)
            self.grads[key] = result
        everywhere = all(path.freed.keys() == alive[0].freed.keys() for path in alive[1:])
        for path in alive:
            if everywhere:
                for key, place in path.freed.items():
                    self.freed[key] = place
            for key, place in path.asked_once.items():
                self.asked_once[key] = place

    def join(self, left: Value, right: Value, node: cst.CSTNode) -> Value:
        """One value that stands for either."""
        if left is right or (type(left) is type(right) and left == right):
            return left
        if isinstance(left, Const) and left.value is None:
            return right
        if isinstance(right, Const) and right.value is None:
            return left
        one, two = self.load(left), self.load(right)
        if isinstance(one, Array) and isinstance(two, Array):
            return self.alloc(self._join_arrays(one, two, node))
        if isinstance(one, Array) and isinstance(right, Const):
            return left
        if isinstance(two, Array) and isinstance(left, Const):
            return right
        if isinstance(one, Sequence) and isinstance(two, Sequence):
            return self.alloc(self._join_sequences(one, two, node))
        if isinstance(left, Const) and isinstance(right, Const):
            if isinstance(left.value, (int, float)) and isinstance(right.value, (int, float)):
                return self.number(node, VARYING)
            return Unknown(self.node("either", self.place(node)))
        if one is not None and two is not None and type(one) is type(two) and not isinstance(one, Dictionary):
            return left
        if self._carries_nothing(left) and self._carries_nothing(right):
            return self.data(node)
        return self._either((left, right), node)

    def _either(self, values: Seq[Value], node: cst.CSTNode) -> Unknown:
        flows: list[tuple[Value, EdgeRole]] = [(value, "value") for value in values]
        made = self.node("either", self.place(node), flows, source=Source("unknown"))
        for edge in made.edges:  # to choose between two values is no operation: no_grad() does not cut it
            made.active |= edge.tracked
        return Unknown(made)

    def _carries_nothing(self, value: Value) -> bool:
        """A literal, something read from outside, or a Python number that was computed from such."""
        if isinstance(value, Const):
            return True
        made, array = self.node_of(value), self.array(value)
        if made is None or (array is not None and array.lang != "python"):
            return False
        stack, seen = [made], {made}
        while stack and len(seen) < 40:
            here = stack.pop()
            if here.source is not None:
                return False
            inner = [edge.node for edge in here.edges if edge.node not in seen]
            seen.update(inner)
            stack.extend(inner)
        return not stack

    def _join_things(self, one: HeapObject, two: HeapObject, node: cst.CSTNode) -> HeapObject:
        if isinstance(one, Array) and isinstance(two, Array):
            return one if one == two else self._join_arrays(one, two, node)
        if isinstance(one, Sequence) and isinstance(two, Sequence):
            return one if one == two else self._join_sequences(one, two, node)
        if isinstance(one, Instance) and isinstance(two, Instance):
            attrs = dict(one.attrs)
            for name, value in two.attrs.items():
                attrs[name] = self.join(attrs[name], value, node) if name in attrs else value
            return replace(one, attrs=attrs)
        if isinstance(one, Dictionary) and isinstance(two, Dictionary):
            items = dict(one.items)
            for key, value in two.items.items():
                items[key] = self.join(items[key], value, node) if key in items else value
            return replace(one, items=items, rest=one.rest or two.rest)
        if isinstance(one, Tape) and isinstance(two, Tape):
            return replace(
                one,
                entered=one.entered if one.entered == two.entered else None,
                consumed=one.consumed if one.consumed == two.consumed else None,
            )
        return one

    def _join_arrays(self, one: Array, two: Array, node: cst.CSTNode) -> Array:
        if one.node is two.node:
            made = one.node
        else:
            edges = tuple(
                Edge(each.node, "value", each.tracked | self.tracked_now(each)) for each in (one, two)
            )
            made = Node(
                self.fresh(),
                "either",
                self.place(node),
                edges,
                None,
                self.context.active | one.tracked | two.tracked,
            )
        shape = one.shape if one.shape == two.shape else None
        return replace(
            one,
            node=made,
            dtype=one.dtype if one.dtype == two.dtype else None,
            shape=shape,
            tracked=one.tracked | two.tracked,
            maybe=one.maybe or two.maybe or one.tracked != two.tracked or one.lang != two.lang,
            leaf=one.leaf and two.leaf,
            variable=one.variable and two.variable,
            trainable=one.trainable or two.trainable,
            retains=one.retains or two.retains,
            view=one.view if one.view == two.view else None,
            storage=one.storage if one.storage == two.storage else self.fresh(),
            inference=one.inference and two.inference,
        )

    def _join_sequences(self, one: Sequence, two: Sequence, node: cst.CSTNode) -> Sequence:
        if one.items is not None and two.items is not None and len(one.items) == len(two.items):
            pairs = zip(one.items, two.items)
            return Sequence(one.kind, tuple(self.join(a, b, node) for a, b in pairs), one.rest or two.rest)
        return Sequence(one.kind, None, self.any_of([*self.members(one), *self.members(two)], node))

    def any_of(self, values: Seq[Value], node: cst.CSTNode) -> Value | None:
        """One value standing for any of these; None for none."""
        if not values:
            return None
        result = values[0]
        for each in values[1:FLATTEN_LIMIT]:
            result = self.join(result, each, node)
        return result

    def some_of(self, values: Seq[Value], node: cst.CSTNode) -> Value | None:
        """The element that a loop or an index takes: of layers that differ in size nobody knows which fits."""
        first = self.load(values[0]) if len(values) > 1 else None
        if isinstance(first, (Layer, Instance)):
            chosen = values[:FLATTEN_LIMIT]
            if not all(self._are_alike(values[0], each, _LEVELS) for each in chosen[1:]):
                return self._either(chosen, node)
        return self.any_of(values, node)

    def _are_alike(self, left: Value, right: Value, levels: int) -> bool:
        """Whether the one has the sizes of the other, as far as they are known."""
        if isinstance(left, Const) or isinstance(right, Const):
            return left == right
        one, two = self.load(left), self.load(right)
        if one is two or not levels:
            return True
        if isinstance(one, Array) and isinstance(two, Array):
            return one.shape == two.shape
        pairs: list[tuple[Value, Value]] = []
        if isinstance(one, Layer) and isinstance(two, Layer):
            if (one.name, len(one.children)) != (two.name, len(two.children)):
                return False
            pairs = [(value, two.options[key]) for key, value in one.options.items() if key in two.options]
            pairs.extend(zip(one.children, two.children))
        elif isinstance(one, Instance) and isinstance(two, Instance):
            if one.cls is not two.cls:
                return False
            pairs = [(value, two.attrs[key]) for key, value in one.attrs.items() if key in two.attrs]
        elif isinstance(one, Sequence) and isinstance(two, Sequence):
            pairs = list(zip(one.items or (), two.items or ()))
        return all(self._are_alike(*pair, levels - 1) for pair in pairs)


def _is_number(value: Value | None) -> bool:
    return isinstance(value, Const) and type(value.value) in (int, float)
