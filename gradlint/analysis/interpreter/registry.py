"""Where library knowledge plugs in: handlers by canonical name, by method, by kind of object.

The interpreter knows nothing about frameworks; each module of `analysis/libraries` registers what it knows here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import libcst as cst

from gradlint.analysis.domain import op_facts
from gradlint.analysis.domain.values import (
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
    Ref,
    Sequence,
    Tape,
    Transform,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter.attributes import OWN_ATTRIBUTES, OwnAttribute
from gradlint.analysis.interpreter.events import HandedAway
from gradlint.analysis.interpreter.machine import Machine

if TYPE_CHECKING:
    from gradlint.analysis.interpreter.calls import Arguments

Handler = Callable[[Machine, str, "Arguments", cst.CSTNode], Value]
MethodHandler = Callable[[Machine, Value, str, "Arguments", cst.CSTNode], Value]
LayerHandler = Callable[[Machine, Value, Layer, "Arguments", cst.CSTNode], Value]
TransformHandler = Callable[[Machine, Transform, "Arguments", cst.CSTNode], Value]

_EXACT: dict[str, Handler] = {}
_ROOTS: dict[str, Handler] = {}
_PROVIDED: dict[str, dict[str, Value]] = {}
_METHODS: dict[object, MethodHandler] = {}
_LAYERS: dict[str, LayerHandler] = {}
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


SWITCHES: dict[str, bool] = {}
"""Settings of a library that are read like an attribute, and what they are where they matter."""


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


def layers(*names: str) -> Callable[[LayerHandler], LayerHandler]:
    """Handler for the call of a layer, by how its name begins or by its framework."""

    def keep(handler: LayerHandler) -> LayerHandler:
        for name in names:
            _LAYERS[name] = handler
        return handler

    return keep


def attributes(*names: str) -> Callable[[OwnAttribute], OwnAttribute]:
    """How the attributes of a library's own layers and objects are read, by how their names begin."""

    def keep(reader: OwnAttribute) -> OwnAttribute:
        for name in names:
            OWN_ATTRIBUTES[name] = reader
        return reader

    return keep


def transforms(*kinds: str) -> Callable[[TransformHandler], TransformHandler]:
    def keep(handler: TransformHandler) -> TransformHandler:
        for kind in kinds:
            _TRANSFORMS[kind] = handler
        return handler

    return keep


# -- asking -------------------------------------------------------------------------------


def library(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    handler = _handler(name)
    if handler is not None:
        return handler(machine, name, args, node)
    # Of other modules only classes matter then; by their names, which are known before the module is read.
    found = None if machine.idle and not name.rpartition(".")[2][:1].isupper() else _resolved(machine, name)
    if found is not None:
        return machine.invoke(found, args, node)

    machine.announce(HandedAway(args.all(), node))
    return machine.unknown(node, args.flows(), name)


def _handler(name: str) -> Handler | None:
    handler, prefix = _EXACT.get(name), name
    while handler is None and "." in prefix:
        prefix = prefix.rpartition(".")[0]
        handler = _ROOTS.get(prefix)
    return handler


def _resolved(machine: Machine, name: str) -> Value | None:
    """What a name of another module stands for; modules that import it from each other in a circle never say."""
    from gradlint.analysis.interpreter.imported_names import resolve

    seen = {name}
    found = resolve(machine, name)
    while isinstance(found, Lib) and _handler(found.name) is None:
        if found.name in seen:
            return None
        seen.add(found.name)
        found = resolve(machine, found.name)
    return found


def method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    handler: MethodHandler | None = None
    if isinstance(receiver, Bound):
        handler = _METHODS.get(Bound)
    thing = machine.load(receiver)
    if isinstance(thing, Array):
        handler = _METHODS.get(thing.lang)
    elif isinstance(thing, Layer):
        handler = _METHODS.get(thing.name.partition(":")[0]) or _METHODS.get(Layer)
    elif isinstance(thing, (Sequence, Dictionary, Instance, Tape, Params, Object)):
        handler = _METHODS.get(type(thing))
    elif isinstance(receiver, Unknown):
        handler = _METHODS.get(Unknown)
    elif isinstance(receiver, (Class, Const)):
        handler = _METHODS.get(type(receiver))
    if handler is not None:
        return handler(machine, receiver, name, args, node)
    return machine.unknown(node, ((receiver, "value"), *args.flows()), name)


def layer(machine: Machine, ref: Value, thing: Layer, args: Arguments, node: cst.CSTNode) -> Value:
    handler = _LAYERS.get(thing.name.partition(":")[0]) or _LAYERS.get(thing.lang)
    if handler is not None:
        return handler(machine, ref, thing, args, node)
    return machine.unknown(node, ((ref, "value"), *args.flows()))


def transform(machine: Machine, value: Transform, args: Arguments, node: cst.CSTNode) -> Value:
    handler = _TRANSFORMS.get(value.kind)
    if handler is None:
        return machine.invoke(value.func, args, node)
    return handler(machine, value, args, node)


_ANNOTATED: dict[str, Callable[[Machine, cst.CSTNode], Value]] = {}
"""What an argument is that is annotated with a class of a library."""


def annotation(name: str, make: Callable[[Machine, cst.CSTNode], Value]) -> None:
    _ANNOTATED[name] = make


def annotated(machine: Machine, annotation: Value, node: cst.CSTNode) -> Value | None:
    """What an annotation says about an argument; None if nothing."""
    if not isinstance(annotation, Lib):
        return None
    if annotation.name in _ANNOTATED:
        return _ANNOTATED[annotation.name](machine, node)
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


def is_tree(base: str | None) -> bool:
    """A class whose instances are trees of arrays for JAX: a model is differentiated by itself."""
    return base is not None and base.startswith(("equinox.", "flax.nnx.", "flax.struct."))


def is_functional(base: str | None) -> bool:
    """A class whose instances hold no weights: these are given to `apply` each time."""
    return base is not None and base.startswith(("flax.linen.", "haiku."))


_PREPARED: list[Callable[[Machine, Ref, cst.CSTNode], None]] = []


def prepares(
    handler: Callable[[Machine, Ref, cst.CSTNode], None],
) -> Callable[[Machine, Ref, cst.CSTNode], None]:
    """What is done to a model without weights before it is called."""
    _PREPARED.append(handler)
    return handler


def prepare(machine: Machine, ref: Ref, node: cst.CSTNode) -> None:
    for handler in _PREPARED:
        handler(machine, ref, node)


def kind_of_model(thing: object) -> str | None:
    """Whose methods a layer or instance has, where it is neither a module of torch nor of Keras."""
    if isinstance(thing, Layer):
        return "functional model" if thing.lang == "jax" else None
    base = thing.cls.library or "" if isinstance(thing, Instance) else ""
    if is_functional(base):
        return "functional model"
    return "train state" if base.startswith(("flax.training.", "flax.struct.")) else None


def method_of(
    kind: str, machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode
) -> Value:
    """A method of the kind of object that another library has under the same Python class."""
    return _METHODS[kind](machine, receiver, name, args, node)


def is_module(base: str | None) -> bool:
    return base is not None and base.startswith(_MODULES)


def is_taught(base: str | None) -> bool:
    """A class of a library of which gradlint knows what its instances hold."""
    return is_module(base) or is_functional(base)


def brings_weights(base: str | None) -> bool:
    """nn.Linear and its like: whoever inherits from one inherits a weight."""
    if base is None or not base.startswith("torch.nn."):
        return False
    return op_facts.in_torch("module_with_parameters", base.removeprefix("torch.nn."))


def provide(base: str, **attributes: Value) -> None:
    """What an instance of a class with such a base has before its own `__init__` runs."""
    _PROVIDED[base] = attributes


def initial(base: str | None) -> dict[str, Value]:
    return next(
        (dict(given) for start, given in _PROVIDED.items() if base is not None and base.startswith(start)), {}
    )
