"""Where library knowledge plugs in: handlers by canonical name, by method, by kind of object.

The interpreter knows nothing about frameworks; each `lib_*` module registers what it knows here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import libcst as cst

from gradlint.flow.machine import Machine
from gradlint.flow.values import (
    Array,
    Bound,
    Class,
    Const,
    Dictionary,
    Instance,
    Lang,
    Layer,
    Lib,
    Object,
    Params,
    Sequence,
    Tape,
    Transform,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from gradlint.flow.calls import Arguments

Handler = Callable[[Machine, str, "Arguments", cst.CSTNode], Value]
MethodHandler = Callable[[Machine, Value, str, "Arguments", cst.CSTNode], Value]
LayerHandler = Callable[[Machine, Value, Layer, "Arguments", cst.CSTNode], Value]
TransformHandler = Callable[[Machine, Transform, "Arguments", cst.CSTNode], Value]

_EXACT: dict[str, Handler] = {}
_ROOTS: dict[str, Handler] = {}
_METHODS: dict[object, MethodHandler] = {}
_LAYERS: dict[Lang, LayerHandler] = {}
_TRANSFORMS: dict[str, TransformHandler] = {}
_ANNOTATIONS: dict[str, Lang] = {
    "torch.Tensor": "torch",
    "tf.Tensor": "tensorflow",
    "tf.Variable": "tensorflow",
    "jax.Array": "jax",
    "jax.numpy.ndarray": "jax",
    "jaxlib.xla_extension.ArrayImpl": "jax",
}
_PLAIN_ANNOTATIONS = frozenset({"int", "float", "str", "bool", "bytes"})
_CONTAINER_ANNOTATIONS = frozenset(
    {"Union", "Optional", "Tuple", "List", "tuple", "list", "Sequence", "Literal"}
)
_MODULES = (
    "torch.nn.",
    "keras.",
    "tf.Module",
    "lightning.",
    "flax.",
    "equinox.",
    "haiku.",
    "transformers.",
)


def function(*names: str) -> Callable[[Handler], Handler]:
    def keep(handler: Handler) -> Handler:
        for name in names:
            _EXACT[name] = handler
        return handler

    return keep


def functions(names: Iterable[str], handler: Handler) -> None:
    for name in names:
        _EXACT[name] = handler


def root(*names: str) -> Callable[[Handler], Handler]:
    """The handler for everything else of a library."""

    def keep(handler: Handler) -> Handler:
        for name in names:
            _ROOTS[name] = handler
        return handler

    return keep


def methods(*kinds: object) -> Callable[[MethodHandler], MethodHandler]:
    """Handler for the methods of a kind of heap object, or of the arrays of a library."""

    def keep(handler: MethodHandler) -> MethodHandler:
        for kind in kinds:
            _METHODS[kind] = handler
        return handler

    return keep


def layers(*langs: Lang) -> Callable[[LayerHandler], LayerHandler]:
    def keep(handler: LayerHandler) -> LayerHandler:
        for lang in langs:
            _LAYERS[lang] = handler
        return handler

    return keep


def transforms(*kinds: str) -> Callable[[TransformHandler], TransformHandler]:
    def keep(handler: TransformHandler) -> TransformHandler:
        for kind in kinds:
            _TRANSFORMS[kind] = handler
        return handler

    return keep


# -- asking -------------------------------------------------------------------------------


def library(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    handler = _EXACT.get(name)
    if handler is None:
        prefix = name
        while handler is None and "." in prefix:
            prefix = prefix.rpartition(".")[0]
            handler = _ROOTS.get(prefix)
    if handler is not None:
        return handler(machine, name, args, node)
    from gradlint.flow.imported import resolve
    from gradlint.flow.training import forget

    # Of other modules only classes matter then; by their names, which are known before the module is read.
    found = None if machine.idle and not name.rpartition(".")[2][:1].isupper() else resolve(machine, name)
    if found is not None:
        return machine.invoke(found, args, node)

    forget(machine, args.all(), node)
    return machine.unknown(node, args.flows(), name)


def method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    handler: MethodHandler | None = None
    if isinstance(receiver, Bound):
        handler = _METHODS.get(Bound)
    thing = machine.load(receiver)
    if isinstance(thing, Array):
        handler = _METHODS.get(thing.lang)
    elif isinstance(thing, (Sequence, Dictionary, Layer, Instance, Tape, Params, Object)):
        handler = _METHODS.get(type(thing))
    elif isinstance(receiver, Unknown):
        handler = _METHODS.get(Unknown)
    elif isinstance(receiver, (Class, Const)):
        handler = _METHODS.get(type(receiver))
    if handler is not None:
        return handler(machine, receiver, name, args, node)
    return machine.unknown(node, ((receiver, "value"), *args.flows()), name)


def layer(machine: Machine, ref: Value, thing: Layer, args: Arguments, node: cst.CSTNode) -> Value:
    handler = _LAYERS.get(thing.lang)
    if handler is not None:
        return handler(machine, ref, thing, args, node)
    return machine.unknown(node, ((ref, "value"), *args.flows()))


def transform(machine: Machine, value: Transform, args: Arguments, node: cst.CSTNode) -> Value:
    handler = _TRANSFORMS.get(value.kind)
    if handler is None:
        return machine.invoke(value.func, args, node)
    return handler(machine, value, args, node)


def annotated(machine: Machine, annotation: Value, node: cst.CSTNode) -> Value | None:
    """What an annotation says about an argument; None if nothing."""
    if not isinstance(annotation, Lib):
        return None
    lang = _ANNOTATIONS.get(annotation.name)
    if lang is not None:
        made = machine.unknown(node)
        return Unknown(made.node, lang)
    short = annotation.name.removeprefix("builtins.")
    if short in _PLAIN_ANNOTATIONS or annotation.name in ("numpy.ndarray", "numpy.typing.NDArray"):
        return machine.data(node)
    return None


def only_plain(annotation: cst.CSTNode) -> bool:
    """`int | None`, `Union[int, tuple[int, int]]`: nothing that a gradient could come with."""
    if isinstance(annotation, cst.Name):
        return annotation.value in _PLAIN_ANNOTATIONS or annotation.value == "None"
    if isinstance(annotation, cst.BinaryOperation):
        return only_plain(annotation.left) and only_plain(annotation.right)
    if isinstance(annotation, cst.Subscript):
        head = annotation.value.attr if isinstance(annotation.value, cst.Attribute) else annotation.value
        if not isinstance(head, cst.Name) or head.value not in _CONTAINER_ANNOTATIONS:
            return False
        parts = [each.slice.value for each in annotation.slice if isinstance(each.slice, cst.Index)]
        return head.value == "Literal" or all(
            isinstance(each, cst.Ellipsis) or only_plain(each) for each in parts
        )
    return False


def is_keras(thing: Instance) -> bool:
    base = thing.cls.library
    return base is not None and base.startswith(("keras.", "tf."))


def keras_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return _METHODS["keras"](machine, receiver, name, args, node)


def other_object(
    machine: Machine, receiver: Value, thing: Object, name: str, args: Arguments, node: cst.CSTNode
) -> Value:
    handler = _METHODS.get(thing.name.partition(":")[0])
    if handler is not None:
        return handler(machine, receiver, name, args, node)
    return machine.unknown(node, ((receiver, "value"), *args.flows()), name)


def is_module(base: str | None) -> bool:
    return base is not None and base.startswith(_MODULES)


def super_proxy(receiver: Value, cls: Class) -> Object:
    return Object("super", (receiver, cls))
