"""Branches: explored one after the other on the real heap, undone, and joined again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Sequence as Seq
from contextlib import contextmanager
from functools import reduce
from typing import TypeVar

import libcst as cst

from gradlint.analysis.domain.alternatives import Alternatives, definition
from gradlint.analysis.domain.graph import Edge, EdgeRole, Node, Pause, Source
from gradlint.analysis.domain.journal import GONE, Gone
from gradlint.analysis.domain.state import FLATTEN_LIMIT, VARYING, Snapshot
from gradlint.analysis.domain.values import (
    Array,
    Bound,
    Choice,
    Const,
    Dictionary,
    Func,
    HeapObject,
    Instance,
    Layer,
    Method,
    Object,
    Ref,
    Scope,
    Sequence,
    Tape,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter.node_builder import NodeBuilder
from gradlint.core.records import replace
from gradlint.knowledge.names.operations import Op
from gradlint.knowledge.names.optax import OPTIMIZER_STATE

K = TypeVar("K")
_LEVELS = 4
"""How deep inside of two layers their sizes are compared."""
ANY_MODULE = "Module"
"""What stands for one of several layers of different kinds."""
_MOST_FUNCTIONS = 4
"""Of a choice between more functions none is followed."""
_DEATHS = {"continue": 0, "break": 1, "return": 2}
"""Where all paths end, the program goes on where the nearest of them leads."""


class Branching(NodeBuilder):
    """What holds after any of several ways through the program."""

    def begin(self) -> Snapshot:
        """Open a branch. What it does is remembered until `end` takes it back."""
        self.branches.begin(self._next)
        return Snapshot(dict(self.scope.names), {}, self.context, self.frame.dead)

    def so_far(self) -> Snapshot:
        """The open branch as it stands."""
        return Snapshot(dict(self.scope.names), self.branches.changes(), self.context, self.frame.dead)

    def end(self, before: Snapshot) -> Snapshot:
        """Close the branch: tell what it did, and be back where it began."""
        path = self.so_far()
        self.branches.undo()
        self._restore(before)
        return path

    @contextmanager
    def before_all_paths(self) -> Iterator[None]:
        """Do something that was done before any of the open branches began: none of them takes it back."""
        if not self.branches.depth:
            yield
            return
        outer = self.branches.set_aside()
        kept = [(each, each.set_aside()) for each in self.journals.values() if each.is_open]
        try:
            yield
        finally:
            self.branches.take_up(outer)
            for journal, before in kept:
                journal.take_up(before)

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
        self._merge_heaps([path.changes.get(self.heap.number, {}) for path in alive], node)
        self._merge_outer_names([path.changes.get(self.outer_names.number, {}) for path in alive], node)
        for number in sorted({number for path in alive for number in path.changes}):
            journal = self.journals[number]
            if journal is not self.heap and journal is not self.outer_names:
                journal.merge([path.changes.get(number, {}) for path in alive])
        for path in paths:
            if path.dead:  # what it returned must stay reachable
                for number, changes in path.changes.items():
                    if self.journals[number].outlives:
                        self.journals[number].take_over(changes)
        self._restore(alive[0])
        if len(alive) < len(paths):
            self.frame.left_early = self._next
        self._settle_pause([path.context.pause for path in alive])
        for path in alive[1:]:
            names = self.scope.names
            for name, value in path.names.items():
                mine = names.get(name)
                if mine is not value:
                    names[name] = value if mine is None else self._join_names(mine, value, node)

    def _settle_pause(self, pauses: Seq[Pause | None]) -> None:
        """A call that switches recording off on some of the paths only: who asks for a gradient took another."""
        pause = self.context.pause
        if pause is not None and pause.style == "call" and any(each is not pause for each in pauses):
            self.context = replace(self.context, pause=next(each for each in pauses if each is not pause))

    def _join_names(self, mine: Value, value: Value, node: cst.CSTNode) -> Value:
        """What a variable holds after either path; after a loop that is no free choice."""
        clock = self._next
        joined = self.join(mine, value, node)
        made = self.node_of(joined) if isinstance(node, cst.For) else None
        if made is not None and made.op == Op.EITHER and made.id > clock:
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

    def _merge_outer_names(
        self, paths: Seq[dict[tuple[Scope, str], Value | Gone]], node: cst.CSTNode
    ) -> None:
        for scope, name in {key: None for path in paths for key in path}:
            if scope is self.scope:
                continue  # the names of the present scope are merged as such
            before = scope.names.get(name, GONE)
            ends = [path.get((scope, name), before) for path in paths]
            values = [each for each in ends if not isinstance(each, Gone)]
            if values:
                self.outer_names[scope, name] = reduce(lambda one, two: self.join(one, two, node), values)

    def join(self, left: Value, right: Value, node: cst.CSTNode) -> Value:
        """One value that stands for either."""
        if left is right or (type(left) is type(right) and left == right):
            return left
        if isinstance(left, Const) and left.value is None:
            return right
        if isinstance(right, Const) and right.value is None:
            return left
        functions = _functions(left), _functions(right)
        if not are_variants((*functions[0], *functions[1])):
            if (chosen := self.chosen((left, right), node)) is not None:
                return chosen
        if all(functions) and len({*functions[0], *functions[1]}) <= _MOST_FUNCTIONS:
            return Choice(tuple(dict.fromkeys((*functions[0], *functions[1]))))
        one, two = self.load(left), self.load(right)
        if isinstance(one, Array) and isinstance(two, Array):
            return self.alloc(self._join_arrays(one, two, node))
        if isinstance(one, Array) and isinstance(right, Const):
            return left
        if isinstance(two, Array) and isinstance(left, Const):
            return right
        if isinstance(one, Sequence) and isinstance(two, Sequence):
            made = self._join_sequences(one, two, node)
            if one.kind == two.kind == "list" and isinstance(left, Ref) and isinstance(right, Ref):
                made = replace(made, either=(left, right))
            return self.alloc(made)
        if isinstance(left, Const) and isinstance(right, Const):
            if isinstance(left.value, (int, float)) and isinstance(right.value, (int, float)):
                return self.number(node, VARYING) if self.loops.depth else self.number(node)
            return Unknown(self.node(Op.EITHER, self.place(node)))
        if one is not None and two is not None and type(one) is type(two) and not isinstance(one, Dictionary):
            return self._blurred(left, right, node, _LEVELS)
        if self._carries_nothing(left) and self._carries_nothing(right):
            return self.data(node)
        return self._either((left, right), node)

    def chosen(self, values: Seq[Value], node: cst.CSTNode) -> Value | None:
        """Of several classes, functions or objects the one that this program chooses; None for any of them."""
        pairs = [(each, definition(each, self.load(each))) for each in values]
        if not any(found for _, found in pairs):
            return None
        return self.own(Alternatives).choose(pairs, node)

    def _either(self, values: Seq[Value], node: cst.CSTNode) -> Unknown:
        flows: list[tuple[Value, EdgeRole]] = [(value, "value") for value in values]
        made = self.node(Op.EITHER, self.place(node), flows, source=Source("unknown"))
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
            return replace(one, attrs=self._join_entries(one.attrs, two.attrs, node))
        if isinstance(one, Dictionary) and isinstance(two, Dictionary):
            items = self._join_entries(one.items, two.items, node)
            return replace(one, items=items, rest=one.rest or two.rest)
        if isinstance(one, Layer) and isinstance(two, Layer) and len(one.children) != len(two.children):
            fuller = one if len(one.children) > len(two.children) else two
            return replace(fuller, loose=True)
        if isinstance(one, Tape) and isinstance(two, Tape):
            return replace(
                one,
                entered=one.entered if one.entered == two.entered else None,
                consumed=one.consumed if one.consumed == two.consumed else None,
            )
        return one

    def _join_entries(
        self, one: Mapping[K, Value], two: Mapping[K, Value], node: cst.CSTNode
    ) -> dict[K, Value]:
        """What lies under each name after either path; most of it is the same on both."""
        joined = dict(one)
        for key, value in two.items():
            mine = joined.get(key)
            if mine is not value:
                joined[key] = value if mine is None else self.join(mine, value, node)
        return joined

    def _join_arrays(self, one: Array, two: Array, node: cst.CSTNode) -> Array:
        if one.node is two.node:
            made = one.node
        else:
            edges = tuple(
                Edge(each.node, "value", each.tracked | self.tracked_now(each), each.wants)
                for each in (one, two)
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
            maybe=one.maybe
            or two.maybe
            or one.tracked != two.tracked
            or one.lang != two.lang
            or one.variable != two.variable,
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
        if isinstance(first, Object) and first.name == OPTIMIZER_STATE and len(set(values)) > 1:
            return self._either(values[:FLATTEN_LIMIT], node)  # each of them is used once
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

    def _blurred(self, left: Value, right: Value, node: cst.CSTNode, levels: int) -> Value:
        """The first of two layers or objects, knowing only what holds for both: whose turn it is hangs on a branch."""
        made = self._blur(left, right, node, levels)
        if isinstance(made, Ref):
            self.blurred(made, (left, right))
        return made

    def blurred(self, made: Ref, parts: tuple[Value, Value]) -> None:
        """Tell whoever listens that one thing stands for two from now on."""

    def _blur(self, left: Value, right: Value, node: cst.CSTNode, levels: int) -> Value:
        one, two = self.load(left), self.load(right)
        if not levels or left == right or self._are_alike(left, right, levels):
            return left
        if isinstance(one, Layer) and isinstance(two, Layer) and one.lang == two.lang == "torch":
            if one.name != two.name and one.params is None and two.params is None:
                return self._either((left, right), node)
            shared = {key: value for key, value in one.options.items() if two.options.get(key) == value}
            unclear = {key: self.data(node) for key in one.options if key not in shared}
            fitting = len(one.children) == len(two.children)
            pairs = zip(one.children, two.children) if fitting else ()
            children = tuple(self._blurred(*pair, node, levels - 1) for pair in pairs) or one.children
            name = one.name if one.name == two.name else ANY_MODULE
            return self.alloc(
                replace(
                    one,
                    name=name,
                    options={**shared, **unclear},
                    children=children,
                    loose=one.loose or not fitting,
                )
            )
        if isinstance(one, Instance) and isinstance(two, Instance) and one.cls is two.cls:
            attrs = {
                key: self._blurred(value, two.attrs[key], node, levels - 1) if key in two.attrs else value
                for key, value in one.attrs.items()
            }
            return self.alloc(replace(one, attrs=attrs))
        if isinstance(one, Array) and isinstance(two, Array) and one.shape != two.shape:
            return self.alloc(replace(one, shape=None))
        if isinstance(left, Const) and isinstance(right, Const):
            return self.join(left, right, node)
        return left


def are_variants(options: Seq[Func | Method | Bound]) -> bool:
    """Definitions of one name on two arms, one for each environment: `if use_jax: def f ... else: def f ...`.

    They are in one and the same scope; what several functions make and call the same is a choice of the program.
    """
    made = {
        (each.node.name.value, each.scope)
        for each in options
        if isinstance(each, Func) and isinstance(each.node, cst.FunctionDef)
    }
    return len(made) == 1 and len(options) > 1 and all(isinstance(each, Func) for each in options)


def _functions(value: Value) -> tuple[Func | Method | Bound, ...]:
    if isinstance(value, Choice):
        return value.options
    return (value,) if isinstance(value, (Func, Method)) else ()


def _is_number(value: Value | None) -> bool:
    return isinstance(value, Const) and type(value.value) in (int, float)
