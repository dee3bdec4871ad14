"""`owner.name`: what the attribute of a library, an instance, a layer, an array or something unknown is."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain import op_facts, shapes
from gradlint.analysis.domain.contents import GivenAttributes
from gradlint.analysis.domain.facts import GradRead
from gradlint.analysis.domain.graph import TORCH, EdgeRole, Node
from gradlint.analysis.domain.journal import Branches, KnownModes
from gradlint.analysis.domain.state import DATA, DISTRIBUTION
from gradlint.analysis.domain.values import (
    Array,
    Bound,
    Class,
    Const,
    Dictionary,
    Func,
    Instance,
    Layer,
    Lib,
    Method,
    Object,
    Params,
    Partial,
    Ref,
    Sequence,
    Shape,
    Transform,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter.bound_transforms import bound_transform
from gradlint.analysis.interpreter.events import AttributeRead, RecomputedRead
from gradlint.analysis.interpreter.imported_names import looked_up
from gradlint.analysis.interpreter.inheritance import METHODS, contents, entry_as_attribute
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.project.canonical_names import canonical
from gradlint.knowledge.names.arrays import (
    ARRAY_METHODS,
    METHODS_OF_UNKNOWNS,
    PLAIN_ATTRIBUTES,
    VIEW_ATTRIBUTES,
)
from gradlint.knowledge.names.models import (
    DISTRIBUTION_PARAMETERS,
    LIGHTNING_METHODS,
    LINEN_METHODS,
    MODULE_METHODS,
    PARAMETER_LISTS,
    PARAMETER_NAMES,
    TOLD_OF_THE_GRAPH,
)
from gradlint.knowledge.names.operations import Op
from gradlint.knowledge.names.torch import MODES, SPREAD, TENSOR_METHODS

STATE_METHODS = frozenset({"apply_gradients", "replace", "create"})


def inherited_methods(library: str | None) -> frozenset[str]:
    """What instances of a class have from its library."""
    if library is None or library.startswith(("equinox.", "flax.nnx.", "haiku.")):
        return frozenset()
    if library.startswith("flax.linen."):
        return LINEN_METHODS
    if library.startswith("lightning."):
        return LIGHTNING_METHODS
    return STATE_METHODS if library.startswith(("flax.training.", "flax.struct.")) else MODULE_METHODS


REPLACED = "(replaced)"
"""The option of a layer that says which of its parameters the program has put something else in the place of."""


CONTAINER_METHODS = frozenset("pop popitem get items values keys copy".split())


DICTIONARY_METHODS = frozenset(dir(dict))
FLAG = "training"


class ModuleModes:
    NEVER_UNDONE: ClassVar[dict[str, str]] = {}

    def __init__(self, branches: Branches) -> None:
        self.modes = KnownModes(branches)
        """What the program has told its torch modules by train() and eval(), by their references, and by the negative
        number of its node where a module is not known."""

    def of(self, module: Value) -> bool | None:
        if isinstance(module, Unknown):
            return self.modes.get(-unknown_module(module.node).id)
        return self.modes.get(module.id) if isinstance(module, Ref) else None


def unknown_module(node: Node) -> Node:
    """`model.eval()`, `model.train()` of something unknown: the module itself, if it is one."""
    while node.op == Op.UNKNOWN and node.edges and node.edges[0].node.op in MODES:
        node = node.edges[0].node.edges[0].node
    return node


OwnAttribute = Callable[[Machine, Value, Layer | Object, str, cst.CSTNode], Value | None]
OWN_ATTRIBUTES: dict[str, OwnAttribute] = {}
"""How the attributes of a library's own layers and objects are read, by how their names begin; None for a method."""


def _own_attribute(
    machine: Machine, owner: Value, thing: Layer | Object, name: str, node: cst.CSTNode
) -> Value | None:
    reader = OWN_ATTRIBUTES.get(thing.name.partition(":")[0])
    return reader(machine, owner, thing, name, node) if reader is not None else None


def attribute(machine: Machine, owner: Value, name: str, node: cst.CSTNode) -> Value:
    if name == "__doc__":
        return machine.data(node)
    if isinstance(owner, Ref):
        return _heap_attribute(machine, owner, name, node)
    if isinstance(owner, Lib):
        return _library_attribute(machine, owner, name)
    if isinstance(owner, Unknown):
        return _unknown_attribute(machine, owner, name, node)
    if isinstance(owner, Class):
        return Const(owner.name) if name == "__name__" else _of_class(owner, name)
    if isinstance(owner, (Func, Transform)) and name == "__wrapped__":
        return owner
    if isinstance(owner, Func) and name == "__name__":
        return Const(owner.name)
    return Bound(owner, name)


def _library_attribute(machine: Machine, owner: Lib, name: str) -> Value:
    if name == "__name__":
        return Const(owner.name)  # `if xnp.__name__ == "numpy"` in code for several libraries
    if owner.name[:1] == ".":
        return looked_up(machine, Lib(f"{owner.name}.{name}"))
    return Const(None) if name == "newaxis" else Lib(canonical(f"{owner.name}.{name}"))


def _heap_attribute(machine: Machine, owner: Ref, name: str, node: cst.CSTNode) -> Value:
    """An attribute of an array, an object, a layer or a container."""
    thing = machine.load(owner)
    if isinstance(thing, Array):
        return _array_attribute(machine, owner, thing, name, node)
    if isinstance(thing, Instance):
        return _instance_attribute(machine, owner, thing, name, node)
    if isinstance(thing, (Layer, Object)):
        own = _own_attribute(machine, owner, thing, name, node)
        if own is not None:
            return own
    if isinstance(thing, Layer):
        return _layer_attribute(machine, owner, thing, name, node)
    if isinstance(thing, Sequence) and thing.kind == "tuple" and thing.items is not None:
        position = {"values": 0, "indices": 1}.get(name)
        if position is not None and position < len(thing.items):
            return thing.items[position]
    if isinstance(thing, Dictionary) and name in thing.items and name not in DICTIONARY_METHODS:
        return thing.items[name]  # a namespace: nothing else has its entries as attributes
    if isinstance(thing, Dictionary) and thing.rest is not None and name not in DICTIONARY_METHODS:
        return thing.rest
    if isinstance(thing, Object) and thing.name.startswith(DISTRIBUTION) and name in DISTRIBUTION_PARAMETERS:
        inputs = [(each, VALUE) for each in depended_on(machine, owner, name)]
        return machine.compute("torch", name, node, inputs, dtype="float")
    if isinstance(thing, Object) and thing.name == "super":
        return _super_attribute(machine, thing, name, node)
    return Bound(owner, name)


VALUE: EdgeRole = "value"
SETS = "__setattr__"
"""`self.__setattr__(name, value)` and `super().__setattr__(name, value)` are setattr, where no class has its own."""


def depended_on(machine: Machine, owner: Value, name: str) -> list[Value]:
    """What an attribute or method of a distribution is computed from: how wide one is says nothing of its place."""
    thing = machine.load(owner)
    if not isinstance(thing, Object) or not thing.name.startswith(DISTRIBUTION):
        return [owner]
    if name not in SPREAD:
        return list(thing.args)
    moved = thing.options.get("loc")
    return [part for each in thing.args if each is not moved for part in depended_on(machine, each, name)]


def _super_attribute(machine: Machine, thing: Object, name: str, node: cst.CSTNode) -> Value:
    receiver, cls = thing.args
    for base in cls.bases if isinstance(cls, Class) else ():
        found = class_attribute(base, name) if isinstance(base, Class) else None
        if isinstance(found, Func) and isinstance(base, Class):
            return bind_method(machine, found, receiver, base, node)
    if name == SETS:
        return Partial(Lib("builtins.setattr"), (receiver,))
    held = contents(machine, receiver)
    if held is not None:
        return Bound(held, "update" if name == "__init__" else name)
    return Bound(receiver, f"super.{name}")


def _unknown_attribute(machine: Machine, owner: Unknown, name: str, node: cst.CSTNode) -> Value:
    if (given := machine.own(GivenAttributes).values.get((owner.node, name))) is not None:
        return given
    if name in PLAIN_ATTRIBUTES or name == "shape":
        return machine.data(node)
    if name == FLAG and (mode := machine.own(ModuleModes).of(owner)) is not None:
        return Const(mode)
    if name in ARRAY_METHODS and machine.traced_argument(owner) is not None:
        return Bound(owner, name)
    detached = owner.node.cut is not None and name == "requires_grad_"
    if detached or name in METHODS_OF_UNKNOWNS or (name in TENSOR_METHODS and _was_computed(owner)):
        return Bound(owner, name)
    if name in PARAMETER_LISTS and owner.node.source is not None:
        return owner
    if owner.node.op == DATA and owner.node.source is None:
        return owner
    if owner.node.source is None:
        # A piece of data, or of a value computed from something: nothing of its own enters here.
        made = machine.node(name, machine.place(node), ((owner, "value"),))
        if name in CONTAINER_METHODS:  # to take something out of a container is no operation
            for edge in made.edges:
                made.active |= edge.tracked
        return Unknown(made, owner.lang)
    return machine.attribute_of(owner.node, name, node)


def _was_computed(value: Unknown) -> bool:
    """The result of an operation or call, not something that was only named."""
    return value.node.source is None or (value.node.op == Op.UNKNOWN and bool(value.node.edges))


def _of_class(owner: Class, name: str) -> Value:
    """`Model.create`: a class method is given the class it was asked of, any other function nothing."""
    found = class_attribute(owner, name)
    if isinstance(found, Func) and "classmethod" in _marks(found):
        return Method(found, owner)
    return found or Bound(owner, name)


def _marks(func: Func) -> set[str]:
    """The decorators from libraries above a method, by their last names."""
    return {each.name.rpartition(".")[2] for each in func.decorators if isinstance(each, Lib)}


def class_attribute(cls: Class, name: str) -> Value | None:
    if name in cls.names:
        return cls.names[name]
    for base in cls.bases:
        if isinstance(base, Class):
            found = class_attribute(base, name)
            if found is not None:
                return found
    return None


def _instance_attribute(
    machine: Machine, owner: Value, thing: Instance, name: str, node: cst.CSTNode
) -> Value:
    if name in thing.attrs:
        if machine.around.compiling and isinstance(owner, Ref):
            machine.announce(AttributeRead(owner, name, thing.attrs[name], node))
        if machine.around.recomputed and isinstance(owner, Ref):
            machine.announce(RecomputedRead(owner, name, thing.attrs[name], node))
        return thing.attrs[name]
    found = class_attribute(thing.cls, name)
    if isinstance(found, Func):
        return bind_method(machine, found, owner, thing.cls, node)
    if isinstance(found, Transform) and isinstance(found.func, Func):
        return bound_transform(machine, found, found.func, owner, node)
    if found is not None:
        return found
    if name == NAMESPACE:
        return machine.alloc(Object(NAMESPACE, (owner,)))
    if name == SETS:
        return Partial(Lib("builtins.setattr"), (owner,))
    held = contents(machine, owner)
    if held is not None:
        entry = entry_as_attribute(machine, owner, name)
        return Bound(held, name) if name in METHODS else entry or machine.unknown(node)
    if name in PARAMETER_LISTS:
        unbuilt = machine.place(node) if _is_new_model(machine, thing) else None
        return machine.alloc(Params(_parameters_listed(machine, owner, name), False, owner, name, unbuilt))
    if name == "losses" and (added := machine.added_losses(owner)):
        return machine.alloc(Sequence("list", tuple(added)))
    if name == "layers" and (inside := machine.layers_of(thing)):
        exact = not any(key.startswith("?") for key in thing.attrs)  # else set under computed names
        whole, some = (tuple(inside), None) if exact else (None, machine.some_of(inside, node))
        return machine.alloc(Sequence("list", whole, some))
    if name == "apply" and thing.cls.library == "torch.autograd.Function":
        from gradlint.analysis.interpreter.calls import Arguments

        machine.note_use(thing.cls, "held", Arguments(), thing.node.place.node)
        return Bound(thing.cls, name)  # a method of the class, whoever is asked for it
    if name in inherited_methods(thing.cls.library):
        return Bound(owner, name)
    mode = machine.own(ModuleModes).of(owner) if name == FLAG else None
    return machine.attribute_of(thing.node, name, node) if mode is None else Const(mode)


def _parameters_listed(machine: Machine, owner: Value, name: str) -> tuple[Ref, ...]:
    """model.trainable_variables leaves out what is not trainable, model.variables does not."""
    listed = {ref: machine.array(ref) for ref in machine.parameters_of(owner)}
    every = not name.startswith("trainable")
    return tuple(ref for ref, array in listed.items() if every or array is None or array.trainable)


def bind_method(machine: Machine, func: Func, owner: Value, cls: Class, node: cst.CSTNode) -> Value:
    if not func.decorators:
        return Method(func, owner)
    names = _marks(func)
    if "staticmethod" in names:
        return func
    if "classmethod" in names:
        return Method(func, owner if isinstance(owner, Class) else cls)
    method = Method(func, owner)
    if names & {"property", "cached_property"}:
        return machine.invoke_plain(method, node)
    return method


def _layer_attribute(machine: Machine, owner: Value, thing: Layer, name: str, node: cst.CSTNode) -> Value:
    if Const(name) in thing.keys:
        return thing.children[thing.keys.index(Const(name))]
    if thing.params and (name.startswith(("weight", "bias")) or name in PARAMETER_NAMES):
        array = machine.array(thing.params)
        if (
            array is not None
            and not array.parameter
            and thing.options.get(REPLACED, Const(name)) != Const(name)
        ):
            return machine.unknown(node)
        return thing.params
    if name in PARAMETER_LISTS:
        # A method that nobody here calls may find it built by whoever does.
        unbuilt = (
            machine.place(node) if not machine.context.imagined and _is_unbuilt(machine, thing) else None
        )
        return machine.alloc(Params(_parameters_listed(machine, owner, name), True, owner, name, unbuilt))
    if thing.lang == "tensorflow" and not thing.children and name in TOLD_OF_THE_GRAPH:
        return _of_built_model(machine, owner, thing, name, node)
    if name == "layers" or (name == "children" and thing.lang != "torch"):
        return machine.alloc(Sequence("list", thing.children))
    if name == "losses" and (added := machine.added_losses(owner)):
        return machine.alloc(Sequence("list", tuple(added)))
    if name == FLAG and (mode := machine.own(ModuleModes).of(owner)) is not None:
        return Const(mode)
    return Bound(owner, name)


def _of_built_model(machine: Machine, owner: Value, thing: Layer, name: str, node: cst.CSTNode) -> Value:
    """Of a model from a library, or of one that is given by its outputs, no layer is known by itself."""
    given = machine.compute("tensorflow", Op.INPUT, node, (), dtype="float")
    if name == "input":
        return given
    whole: tuple[tuple[Value, EdgeRole], ...] = ((thing.options.get("outputs", owner), "value"),)
    if name == "output":
        return machine.compute("tensorflow", name, node, (*whole, (given, "value")), dtype="float")
    layer = machine.unknown(node, (*whole, (owner, "value")), Op.GET_LAYER)
    return machine.alloc(Sequence("list", None, layer))


def _is_new_model(machine: Machine, thing: Instance) -> bool:
    """A Keras model of the program that nobody has called yet."""
    from gradlint.analysis.interpreter.calls import BUILT
    from gradlint.analysis.interpreter.registry import is_keras

    layers = [each for each in map(machine.load, thing.attrs.values()) if isinstance(each, Layer)]
    return (
        BUILT not in thing.attrs
        and is_keras(thing)
        and bool(layers)
        and all(_is_unbuilt(machine, each) for each in layers)
    )


def _is_unbuilt(machine: Machine, thing: Layer) -> bool:
    """A Keras model that knows no input shape yet."""
    if thing.lang != "tensorflow" or thing.built or thing.name in ("Model", "Input"):
        return False
    if any(key in thing.options for key in ("input_shape", "input_dim", "batch_input_shape")):
        return False
    if thing.name != "Sequential":
        return thing.params is not None and thing.name in (
            "Dense",
            "Conv1D",
            "Conv2D",
            "Conv3D",
            "LSTM",
            "GRU",
        )
    first = thing.children[0] if thing.children else None
    inner = machine.load(first)
    return isinstance(inner, Layer) and _is_unbuilt(machine, inner)


NAMESPACE = "__dict__"
NOT_RECORDED = {"grad_fn": Const(None), "requires_grad": Const(False)}
"""What a tensor says that autograd does not follow: programs ask before they ask for a gradient."""


def _array_attribute(machine: Machine, ref: Ref, array: Array, name: str, node: cst.CSTNode) -> Value:
    if name == "shape":
        return shape_value(machine, array.shape, node)
    if name == "ndim" and array.shape is not None:
        return Const(len(array.shape))
    if name == "size" and array.lang in ("numpy", "jax"):
        count = shapes.size(array.shape)
        return Const(count) if count is not None else machine.number(node)
    if array.lang == "torch":
        if name == "grad":
            machine.flow.grad_reads.append(
                GradRead(machine.place(node), array, array.name, False, machine.certain)
            )
            made = Node(machine.fresh(), "grad", machine.place(node), operands=(array.node,))
            return machine.alloc(Array("torch", made, "float", array.shape, storage=machine.fresh()))
        if name == "data":
            read = machine.compute(
                "torch", "data", node, ((ref, "value"),), dtype=array.dtype, shape=array.shape, cut="data"
            )
            return machine.make_view(read, ref, "data")
        if name in NOT_RECORDED and not array.tracked and not array.maybe:
            return NOT_RECORDED[name]
        if name == "requires_grad" and TORCH in array.tracked and not array.maybe:
            return Const(True)
    if name == "value" and (array.variable or (array.parameter and array.lang == "jax")):
        return ref
    if name == "value" and array.node.op.startswith("flax.nnx."):
        return machine.compute("jax", "value", node, ((ref, "value"),), dtype=array.dtype, shape=array.shape)
    if name in PLAIN_ATTRIBUTES and not (name == "dim" and array.lang == "torch"):
        return machine.data(node)
    if name in VIEW_ATTRIBUTES:
        turned = shapes.swap(array.shape, -1, -2) if name in ("mT", "mH") else shapes.transpose(array.shape)
        shape = array.shape if name in ("real", "imag") else turned
        made_view = machine.compute(array.lang, name, node, ((ref, "value"),), dtype=array.dtype, shape=shape)
        return machine.make_view(made_view, ref, "view", True) if array.lang == "torch" else made_view
    if array.lang == "torch" and not name.endswith("_") and not op_facts.in_torch("tensor_attributes", name):
        return machine.data(node)  # somebody has hung it there
    return Bound(ref, name)


def shape_value(machine: Machine, shape: Shape | None, node: cst.CSTNode) -> Value:
    """A shape as the tuple of numbers that a program sees: no gradient in it."""
    if shape is None:
        return machine.alloc(Sequence("tuple", None, machine.number(node)))
    items = tuple(Const(each) if each is not None else machine.number(node) for each in shape)
    return machine.alloc(Sequence("tuple", items))
