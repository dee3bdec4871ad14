"""How the functions that JAX traces see their arguments: the same structure, followed by a recorder."""

from __future__ import annotations

from typing import Literal

import libcst as cst

from gradlint.analysis.domain.graph import Node, Recorder, Source, SourceKind
from gradlint.analysis.domain.values import (
    Array,
    Const,
    Dictionary,
    Instance,
    Lang,
    Layer,
    Method,
    Object,
    Partial,
    Ref,
    Sequence,
    Transform,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.arithmetic import dtype_of, shape_of
from gradlint.analysis.interpreter.attributes import class_attribute
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.interpreter.op_shapes import numbers
from gradlint.analysis.libraries.jax.registered_trees import leaves_of
from gradlint.core.records import dataclass, field, replace
from gradlint.knowledge.names.operations import Op

Which = Literal["all", "arrays", "params"]
"""What of an argument is traced: everything, the arrays in it, or only what is marked as a parameter."""


@dataclass(slots=True)
class Tracing:
    """How one transformation sees its arguments: the same structure, followed by the recorder."""

    machine: Machine
    recorder: Recorder
    node: cst.CSTNode
    which: Which = "all"
    made: list[Node] = field(default_factory=list)
    """The sources made so far."""
    known: dict[Value, Ref] = field(default_factory=dict)

    def of(self, value: Value, name: str = "") -> Value:
        thing = self.machine.load(value)
        if isinstance(thing, Sequence):
            return self._sequence(thing, name)
        if isinstance(thing, Dictionary):
            pairs = {key: self.of(each, name) for key, each in thing.items.items()}
            rest = None if thing.rest is None else self.of(thing.rest, name)
            return self.machine.alloc(Dictionary(pairs, rest))
        if isinstance(thing, Instance):
            return self._instance(value, thing)
        if isinstance(thing, Layer):
            return self._layer(value, thing)
        if isinstance(thing, Array) or isinstance(value, Const):
            return self._array(value, thing if isinstance(thing, Array) else None, name)
        if isinstance(value, Unknown):
            # Whether Equinox traces it hangs on what it is: a number stays a number.
            open_ = self.which == "arrays" and self.recorder.kind == "jit"
            return Unknown(self._source(value, name), None if open_ else self.lang)
        return value

    @property
    def lang(self) -> Lang:
        return "torch" if self.recorder.torch else "jax"

    def _source(self, value: Value, name: str) -> Node:
        # Whether Equinox traces it hangs on what it is: a number stays a number. torch.vmap differentiates nothing.
        open_ = self.recorder.kind == "jit" and (self.which == "arrays" or self.recorder.torch)
        kind: SourceKind = "unknown" if open_ else "argument"
        made = self.machine.node(
            Op.ARGUMENT, self.machine.place(self.node), ((value, "value"),), source=Source(kind, name)
        )
        self.made.append(made)
        return made

    def _sequence(self, thing: Sequence, name: str) -> Value:
        items = None if thing.items is None else tuple(self.of(each, name) for each in thing.items)
        rest = None if thing.rest is None else self.of(thing.rest, name)
        return self.machine.alloc(Sequence(thing.kind, items, rest))

    def _instance(self, value: Value, thing: Instance) -> Value:
        if (thing.cls.library or "").startswith("flax.linen."):
            return value  # no tree: what is lifted over a module sees its fields as they are
        if value not in self.known:
            self.known[value] = self.machine.alloc(replace(thing, attrs={}))
            leaves = leaves_of(self.machine, thing)
            attrs = {
                key: each
                if is_static_field(self.machine, thing, key)
                or (leaves is not None and key not in leaves and self._is_plain(each))
                else self.of(each, key)
                for key, each in thing.attrs.items()
            }
            whole = thing.node if not registry.is_tree(thing.cls.library) else self._whole(thing)
            self.machine.update(self.known[value], Instance(thing.cls, attrs, whole))
        return self.known[value]

    def _is_plain(self, value: Value) -> bool:
        """A number of Python, a word, or what may be one: nothing that JAX would have to trace."""
        thing = self.machine.load(value)
        if isinstance(thing, Sequence):
            return all(map(self._is_plain, self.machine.members(thing)))
        plain = isinstance(thing, Array) and thing.lang == "python"
        return plain or isinstance(value, (Const, Unknown))

    def _whole(self, thing: Instance) -> Node:
        """What stands for the weights of a module that are not known one by one."""
        place = self.machine.place(self.node)
        made = self.machine.node(
            Op.ARGUMENT,
            place,
            ((Unknown(thing.node), "value"),),
            source=Source("argument", thing.cls.name),
            opaque=True,
        )
        self.made.append(made)
        return made

    def _layer(self, value: Value, thing: Layer) -> Value:
        if thing.lang != "jax":
            return value
        params = self.of(thing.params, thing.name) if thing.params is not None else None
        children = tuple(self.of(each) for each in thing.children)
        return self.machine.alloc(
            replace(thing, params=params if isinstance(params, Ref) else None, children=children)
        )

    def _array(self, value: Value, array: Array | None, name: str) -> Value:
        if isinstance(value, Const) and (self.which != "all" or not isinstance(value.value, (int, float))):
            return value
        if self.which != "all" and array is not None and array.lang == "python":
            return value  # a number of Python that is not known stays one as well
        if self.which == "params" and array is not None and not array.parameter:
            return value
        if self.recorder.kind == "jax" and array is not None and array.dtype in ("int", "bool"):
            return value  # what is counted is handed in beside what is differentiated, by allow_int
        made = self.machine.source(
            self.lang,
            "argument",
            self.node,
            op=Op.ARGUMENT,
            inputs=((value, "value"),),
            tracked=frozenset({self.recorder}) | (self.machine.tracked_now(array) if array else frozenset()),
            seen_by=array.seen_by if array is not None else frozenset(),
            dtype=dtype_of(self.machine, value),
            shape=shape_of(self.machine, value),
            leaf=False,
            parameter=array is not None and array.parameter,
        )
        traced = self.machine.array(made)
        if traced is not None and traced.node.source is not None:
            traced.node.source.name = name
            traced.node.constants = ("python" if isinstance(value, Const) else _origin(self.machine, value),)
            self.made.append(traced.node)
            # What is not sure to be followed outside is not sure inside; JAX makes a tracer of any argument.
            if array is not None and array.maybe and self.recorder.torch:
                self.machine.update(made, replace(traced, maybe=True))
        return made


def tracer(machine: Machine, value: Value, recorder: Recorder, node: cst.CSTNode, name: str = "") -> Value:
    """An argument as the traced function sees it: the same structure, followed by the recorder."""
    return Tracing(machine, recorder, node).of(value, name)


def is_static_field(machine: Machine, thing: Instance, name: str) -> bool:
    """A field that belongs to the structure of a tree and not to its leaves: nothing traces it."""
    found = class_attribute(thing.cls, name)
    written = machine.load(found)
    if not isinstance(written, Object):
        return isinstance(found, Unknown)  # described by something that is not known
    metadata = machine.load(written.options.get("metadata"))
    inside = metadata.items if isinstance(metadata, Dictionary) else {}
    static = Const(True) in (written.options.get("static"), inside.get("static"))
    return static or Const(False) in (written.options.get("pytree_node"), inside.get("pytree_node"))


def filtered(kind: str, differentiates: bool) -> Which:
    """Equinox traces the arrays of its arguments and leaves the rest as it is; nnx differentiates parameters."""
    if kind.startswith("equinox."):
        return "arrays"
    if kind.startswith("flax.nnx."):
        return "params" if differentiates else "arrays"
    return "all"


def _origin(machine: Machine, value: Value) -> str:
    """What a tracer was before it was one."""
    array = machine.array(value)
    if array is None:
        return ""
    inner = array.node.constants[0] if array.node.op == Op.ARGUMENT and array.node.constants else None
    return inner if isinstance(inner, str) else array.lang


def argument_names(func: Value) -> list[str]:
    """The names of what is given by position; a bound method is called without its `self`."""
    while isinstance(func, (Transform, Partial)):
        func = func.func
    node = getattr(func, "node", None) or getattr(getattr(func, "func", None), "node", None)
    if not isinstance(node, (cst.FunctionDef, cst.Lambda)):
        return []
    names = [each.name.value for each in (*node.params.posonly_params, *node.params.params)]
    return names[1:] if isinstance(func, Method) else names


def numbers_option(machine: Machine, value: Transform, key: str, node: cst.CSTNode) -> list[int] | None:
    return numbers(machine, value.option(key), node)
