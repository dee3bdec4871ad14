"""Expressions: evaluated by dispatch on the type of the syntax node."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Seq

import libcst as cst

from gradlint.flow import shapes
from gradlint.flow.arithmetic import OPERATORS, binary, compare
from gradlint.flow.facts import GradRead
from gradlint.flow.graph import NO_GRADIENT, CutKind, Node
from gradlint.flow.inplace import note_host_call
from gradlint.flow.iterate import elements_of
from gradlint.flow.machine import DATA, DISTRIBUTION, VARYING, Machine
from gradlint.flow.methods import bound_transform
from gradlint.flow.names import canonical
from gradlint.flow.values import (
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
    Ref,
    Scope,
    Sequence,
    Shape,
    Transform,
    Unknown,
    Value,
)
from gradlint.records import replace

PLAIN_ATTRIBUTES = frozenset(
    "dtype device ndim is_cuda layout name itemsize nbytes requires_grad is_leaf grad_fn is_sparse "
    "trainable dim rank size_in_bytes names weak_type sharding".split()
)
VIEW_ATTRIBUTES = frozenset({"T", "mT", "H", "mH", "real", "imag"})
UNKNOWN_METHODS = frozenset(
    "detach detach_ item numpy tolist argmax argmin argsort backward long int round floor ceil sign cpu "
    "cuda to float double half sum mean view reshape squeeze unsqueeze size numel dim parameters "
    "stop_gradient data gradient abs neg pow square sqrt rsqrt log1p exp clamp masked_fill".split()
) - {"data"}
"""Methods that mean the same on whatever tensor the unknown turns out to be."""
TENSOR_METHODS = frozenset("log softmax log_softmax sigmoid tanh relu norm".split())
"""Methods of a tensor that may as well be the layers of a model: only on what a computation gave."""
MODULE_METHODS = frozenset(
    "parameters named_parameters requires_grad_ train eval to cuda cpu float double half apply "
    "share_memory children modules named_children named_modules add_module register_module "
    "register_buffer register_parameter manual_backward zero_grad log log_dict save_hyperparameters "
    "state_dict load_state_dict add_weight add_loss compile fit evaluate predict predict_on_batch get_weights "
    "set_weights build compute_loss compiled_loss summary save load_weights get_layer "
    "compute_metrics __init__ forward call".split()
)
"""What a module inherits from its library and the interpreter understands."""
PARAMETER_NAMES = frozenset({"kernel", "embeddings", "in_proj_weight", "in_proj_bias", "gamma", "beta"})
PARAMETER_LISTS = frozenset({"trainable_variables", "trainable_weights", "variables", "weights"})


MOMENTS = frozenset("mean stddev variance loc scale probs logits rate concentration".split())
"""What a distribution tells about itself, as a function of its parameters."""


def evaluate(machine: Machine, node: cst.BaseExpression) -> Value:
    handler = DISPATCH.get(type(node))
    return handler(machine, node) if handler is not None else machine.unknown(node)


# -- names and attributes -----------------------------------------------------------------


def _name(machine: Machine, node: cst.Name) -> Value:
    name = node.value
    scope: Scope | None = machine.scope
    while scope is not None:
        found = scope.names.get(name)
        if found is not None:
            break
        scope = scope.parent
    else:
        found = None
    if found is not None:
        if machine.compiling and isinstance(found, (Const, Ref)):
            _note_capture(machine, node, found)
        return found
    known = _KNOWN_NAMES.get(name)
    if known is not None:
        return known
    for module in machine.star_imports:
        if module.split(".")[0] in ("torch", "tf", "keras", "jax", "numpy"):
            return Lib(canonical(f"{module}.{name}"))
    return machine.global_unknown(name, node)


def _note_capture(machine: Machine, node: cst.Name, found: Const | Ref) -> None:
    """A compiled function reads a global: what it sees now it will see for ever."""
    array = machine.array(found)
    if isinstance(found, Ref) and (array is None or array.lang != "python"):
        return
    scope = machine.scope
    while scope.parent is not None:
        if node.value in scope.names:
            return
        scope = scope.parent
    for key in machine.compiling:
        if key:
            machine.captures.setdefault((key, node.value), (found, machine.place(node)))
            if array is not None and array.node.op == VARYING and machine.loops:
                machine.misuse(node, "stale", "jax", node.value)


def _attribute(machine: Machine, node: cst.Attribute) -> Value:
    return attribute(machine, evaluate(machine, node.value), node.attr.value, node)


def attribute(machine: Machine, owner: Value, name: str, node: cst.CSTNode) -> Value:
    if isinstance(owner, Lib):
        return Const(None) if name == "newaxis" else Lib(canonical(f"{owner.name}.{name}"))
    if isinstance(owner, Unknown):
        return _unknown_attribute(machine, owner, name, node)
    if isinstance(owner, Class):
        return _class_attribute(owner, name) or Bound(owner, name)
    if isinstance(owner, (Func, Transform)) and name == "__wrapped__":
        return owner
    thing = machine.load(owner)
    if isinstance(thing, Array) and isinstance(owner, Ref):
        return _array_attribute(machine, owner, thing, name, node)
    if isinstance(thing, Instance):
        return _instance_attribute(machine, owner, thing, name, node)
    if isinstance(thing, Layer):
        return _layer_attribute(machine, owner, thing, name, node)
    if isinstance(thing, Sequence) and thing.kind == "tuple" and thing.items is not None:
        position = {"values": 0, "indices": 1}.get(name)
        if position is not None and position < len(thing.items):
            return thing.items[position]
    if isinstance(thing, Object) and thing.name.startswith(DISTRIBUTION) and name in MOMENTS:
        return machine.compute("torch", name, node, ((owner, "value"),), dtype="float")
    if isinstance(thing, Object) and thing.name == "super":
        return _super_attribute(machine, thing, name, node)
    return Bound(owner, name)


def _super_attribute(machine: Machine, thing: Object, name: str, node: cst.CSTNode) -> Value:
    receiver, cls = thing.args
    for base in cls.bases if isinstance(cls, Class) else ():
        found = _class_attribute(base, name) if isinstance(base, Class) else None
        if isinstance(found, Func) and isinstance(base, Class):
            return bind_method(machine, found, receiver, base, node)
    return Bound(receiver, f"super.{name}")


def _unknown_attribute(machine: Machine, owner: Unknown, name: str, node: cst.CSTNode) -> Value:
    if name in PLAIN_ATTRIBUTES or name == "shape":
        return machine.data(node)
    if name in UNKNOWN_METHODS or (name in TENSOR_METHODS and _was_computed(owner)):
        return Bound(owner, name)
    if name in PARAMETER_LISTS and owner.node.source is not None:
        return owner
    if owner.node.op == DATA and owner.node.source is None:
        return owner
    if owner.node.source is None:
        # A piece of data, or of a value computed from something: nothing of its own enters here.
        return Unknown(machine.node(name, machine.place(node), ((owner, "value"),)), owner.lang)
    return machine.attribute_of(owner.node, name, node)


def _was_computed(value: Unknown) -> bool:
    """The result of an operation or call, not something that was only named."""
    return value.node.source is None or (value.node.op == "unknown" and bool(value.node.edges))


def _class_attribute(cls: Class, name: str) -> Value | None:
    if name in cls.names:
        return cls.names[name]
    for base in cls.bases:
        if isinstance(base, Class):
            found = _class_attribute(base, name)
            if found is not None:
                return found
    return None


def _instance_attribute(
    machine: Machine, owner: Value, thing: Instance, name: str, node: cst.CSTNode
) -> Value:
    if name in thing.attrs:
        if machine.compiling and isinstance(owner, Ref):
            _note_attribute_capture(machine, owner, name, thing.attrs[name], node)
        return thing.attrs[name]
    found = _class_attribute(thing.cls, name)
    if isinstance(found, Func):
        return bind_method(machine, found, owner, thing.cls, node)
    if isinstance(found, Transform) and isinstance(found.func, Func):
        return bound_transform(machine, found, found.func, owner, node)
    if found is not None:
        return found
    if name in PARAMETER_LISTS:
        unbuilt = machine.place(node) if _is_new_model(machine, thing) else None
        return machine.alloc(Params(_parameters_listed(machine, owner, name), False, owner, name, unbuilt))
    if name == "losses" and (added := machine.added_losses(owner)):
        return machine.alloc(Sequence("list", tuple(added)))
    if name in MODULE_METHODS and thing.cls.library is not None:
        return Bound(owner, name)
    return machine.attribute_of(thing.node, name, node)


def _parameters_listed(machine: Machine, owner: Value, name: str) -> tuple[Ref, ...]:
    """model.trainable_variables leaves out what is not trainable, model.variables does not."""
    listed = {ref: machine.array(ref) for ref in machine.parameters_of(owner)}
    every = not name.startswith("trainable")
    return tuple(ref for ref, array in listed.items() if every or array is None or array.trainable)


def _note_attribute_capture(machine: Machine, owner: Ref, name: str, value: Value, node: cst.CSTNode) -> None:
    array = machine.array(value)
    if isinstance(value, Const) or (array is not None and array.lang == "python"):
        for key in machine.compiling:
            if key:
                machine.captures.setdefault((key, f"{owner.id}.{name}"), (value, machine.place(node)))


def bind_method(machine: Machine, func: Func, owner: Value, cls: Class, node: cst.CSTNode) -> Value:
    if not func.decorators:
        return Method(func, owner)
    names = {each.name.rpartition(".")[2] for each in func.decorators if isinstance(each, Lib)}
    if "staticmethod" in names:
        return func
    if "classmethod" in names:
        return Method(func, cls)
    method = Method(func, owner)
    if names & {"property", "cached_property"}:
        return machine.invoke_plain(method, node)
    return method


def _layer_attribute(machine: Machine, owner: Value, thing: Layer, name: str, node: cst.CSTNode) -> Value:
    if thing.params and (name.startswith(("weight", "bias")) or name in PARAMETER_NAMES):
        return thing.params
    if name in PARAMETER_LISTS:
        unbuilt = machine.place(node) if _is_unbuilt(machine, thing) else None
        return machine.alloc(Params(_parameters_listed(machine, owner, name), True, owner, name, unbuilt))
    if Const(name) in thing.keys:
        return thing.children[thing.keys.index(Const(name))]
    if name in ("layers", "children"):
        return machine.alloc(Sequence("list", thing.children))
    if name == "losses" and (added := machine.added_losses(owner)):
        return machine.alloc(Sequence("list", tuple(added)))
    return Bound(owner, name)


def _is_new_model(machine: Machine, thing: Instance) -> bool:
    """A Keras model of the program that nobody has called yet."""
    from gradlint.flow.calls import BUILT
    from gradlint.flow.registry import is_keras

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


def _array_attribute(machine: Machine, ref: Ref, array: Array, name: str, node: cst.CSTNode) -> Value:
    if name == "shape":
        return shape_value(machine, array.shape, node)
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
    if name == "value" and array.variable:
        return ref
    if name in PLAIN_ATTRIBUTES and name != "real":
        return machine.data(node)
    if name in VIEW_ATTRIBUTES:
        shape = array.shape if name in ("real", "imag") else shapes.transpose(array.shape)
        made_view = machine.compute(array.lang, name, node, ((ref, "value"),), dtype=array.dtype, shape=shape)
        return machine.make_view(made_view, ref, "view") if array.lang == "torch" else made_view
    return Bound(ref, name)


def shape_value(machine: Machine, shape: Shape | None, node: cst.CSTNode) -> Value:
    """A shape as the tuple of numbers that a program sees: no gradient in it."""
    if shape is None:
        return machine.alloc(Sequence("tuple", None, machine.number(node)))
    items = tuple(Const(each) if each is not None else machine.number(node) for each in shape)
    return machine.alloc(Sequence("tuple", items))


# -- operators ----------------------------------------------------------------------------


def _binary(machine: Machine, node: cst.BinaryOperation) -> Value:
    left, right = evaluate(machine, node.left), evaluate(machine, node.right)
    name = OPERATORS.get(type(node.operator).__name__, "add")
    if name == "remainder" and isinstance(left, Const) and isinstance(left.value, str):
        for value in elements_of(machine, right, node)[0] or [right]:
            note_host_call(machine, node, "% formatting", value, "format")
        note_host_call(machine, node, "% formatting", right, "format")
        return Const("")
    if name == "div":
        machine.quotients[node] = machine.calls[-1] if machine.calls else None
    return binary(machine, name, left, right, node)


def _unary(machine: Machine, node: cst.UnaryOperation) -> Value:
    value = evaluate(machine, node.expression)
    if isinstance(node.operator, cst.Not):
        if isinstance(value, Const):
            return Const(not value.value)
        return machine.number(node)
    if isinstance(value, Const) and isinstance(value.value, (int, float)):
        return Const(-value.value if isinstance(node.operator, cst.Minus) else value.value)
    array = machine.array(value)
    if array is not None:
        cut: CutKind | None = "integer" if isinstance(node.operator, cst.BitInvert) else None
        return machine.compute(
            array.lang, "neg", node, ((value, "value"),), dtype=array.dtype, shape=array.shape, cut=cut
        )
    if isinstance(value, Unknown):
        inverted: CutKind | None = "integer" if isinstance(node.operator, cst.BitInvert) else None
        return Unknown(
            machine.node("neg", machine.place(node), ((value, "value"),), cut=inverted), value.lang
        )
    return machine.number(node)


def _comparison(machine: Machine, node: cst.Comparison) -> Value:
    kinds = (cst.Is, cst.IsNot, cst.In, cst.NotIn)
    left = _compared(machine, node)
    rest = [evaluate(machine, each.comparator) for each in node.comparisons]
    if any(isinstance(each.operator, kinds) for each in node.comparisons):
        return machine.data(node)
    return compare(machine, left, rest, node)


def _compared(machine: Machine, node: cst.Comparison) -> Value:
    """The left side of a comparison; a gradient that is only compared with None is not used."""
    before = len(machine.flow.grad_reads)
    left = evaluate(machine, node.left)
    if isinstance(node.left, cst.Attribute) and isinstance(node.comparisons[0].operator, (cst.Is, cst.IsNot)):
        reads = machine.flow.grad_reads
        reads[before:] = [replace(read, checked=True) for read in reads[before:]]
    return left


def _boolean(machine: Machine, node: cst.BooleanOperation) -> Value:
    left, right = evaluate(machine, node.left), evaluate(machine, node.right)
    return machine.join(left, right, node)


def _if_exp(machine: Machine, node: cst.IfExp) -> Value:
    decided = truth(machine, node.test)
    if decided is True:
        return evaluate(machine, node.body)
    if decided is False:
        return evaluate(machine, node.orelse)
    return machine.join(evaluate(machine, node.body), evaluate(machine, node.orelse), node)


def truth(machine: Machine, node: cst.BaseExpression) -> bool | None:
    """Whether a condition is known to hold; None if it depends."""
    if isinstance(node, cst.Comparison) and len(node.comparisons) == 1:
        return _decide(machine, node)
    if isinstance(node, cst.BooleanOperation):
        left, right = truth(machine, node.left), truth(machine, node.right)
        if isinstance(node.operator, cst.And):
            return False if False in (left, right) else True if left and right else None
        return True if True in (left, right) else False if left is False and right is False else None
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Not):
        inner = truth(machine, node.expression)
        return None if inner is None else not inner
    value = evaluate(machine, node)
    if isinstance(value, Const) and isinstance(value.value, (bool, int, float, str, type(None))):
        return bool(value.value)
    note_branch(machine, value, node)
    return None


def note_branch(machine: Machine, value: Value, node: cst.CSTNode) -> None:
    """Python asks a value whether it is true; a tracer without a value cannot say."""
    if machine.is_abstract(value):
        machine.misuse(node, "branch", "jax")


def _decide(machine: Machine, node: cst.Comparison) -> bool | None:
    test = node.comparisons[0]
    left, right = _compared(machine, node), evaluate(machine, test.comparator)
    if isinstance(node.left, cst.Name) and node.left.value == "__name__":
        return True
    if not isinstance(test.operator, (cst.Is, cst.IsNot, cst.In, cst.NotIn)):
        note_branch(machine, compare(machine, left, [right], node), node)
    if isinstance(test.operator, (cst.Is, cst.IsNot)) and right == Const(None):
        if isinstance(left, Const):
            machine.found_none = machine.found_none or left.value is None
            return (left.value is None) == isinstance(test.operator, cst.Is)
        array = machine.array(left)
        if array is not None and array.node.op == NO_GRADIENT:
            return isinstance(test.operator, cst.Is)
        if isinstance(left, (Ref, Func, Class, Lib, Method)):
            return isinstance(test.operator, cst.IsNot)
        return None
    if isinstance(left, Const) and isinstance(right, Const):
        if isinstance(test.operator, cst.Equal):
            return bool(left.value == right.value)
        if isinstance(test.operator, cst.NotEqual):
            return bool(left.value != right.value)
    return None


# -- items --------------------------------------------------------------------------------


OPEN_SLICE = slice("?", "?")
"""`a:b` where the ends are not known."""


def index_of(machine: Machine, node: cst.Subscript) -> Value:
    """What stands between the brackets; several parts are a tuple."""
    parts: list[Value] = []
    for element in node.slice:
        part = element.slice
        if isinstance(part, cst.Index):
            parts.append(evaluate(machine, part.value))
        elif isinstance(part, cst.Slice):
            bounds = [
                evaluate(machine, each) if each is not None else None for each in (part.lower, part.upper)
            ]
            plain = all(each is None or isinstance(each, Const) for each in bounds)
            lower, upper = (each.value if isinstance(each, Const) else None for each in bounds)
            step = evaluate(machine, part.step) if part.step is not None else Const(None)
            if plain and isinstance(step, Const):
                parts.append(Const(slice(lower, upper, step.value)))
            else:
                parts.append(Const(OPEN_SLICE))
    return parts[0] if len(parts) == 1 else machine.alloc(Sequence("tuple", tuple(parts)))


def _subscript(machine: Machine, node: cst.Subscript) -> Value:
    owner = evaluate(machine, node.value)
    index = index_of(machine, node)
    thing = machine.load(owner)
    own = _class_attribute(thing.cls, "__getitem__") if isinstance(thing, Instance) else None
    if isinstance(own, Func):
        return machine.invoke_plain(Method(own, owner), node, index)
    return item(machine, owner, index, node)


def item(machine: Machine, owner: Value, index: Value, node: cst.CSTNode) -> Value:
    thing = machine.load(owner)
    if isinstance(thing, Array) and isinstance(owner, Ref):
        return _array_item(machine, owner, thing, index, node)
    if isinstance(thing, Sequence):
        return _sequence_item(machine, thing, index, node)
    if isinstance(thing, Layer) and thing.children:
        return _child(machine, thing, index, node)
    if isinstance(thing, Dictionary):
        if isinstance(index, Const) and _plain_key(index.value) and index.value in thing.items:
            return thing.items[index.value]
        found = machine.any_of([*thing.items.values(), *((thing.rest,) if thing.rest else ())], node)
        return found if found is not None else machine.data(node)
    if isinstance(thing, Params):
        return machine.any_of(list(thing.arrays), node) or machine.unknown(node)
    if isinstance(owner, Unknown):
        if owner.node.op == DATA and owner.node.source is None:
            return owner
        if owner.node.source is not None and isinstance(index, Const) and _plain_key(index.value):
            return machine.attribute_of(owner.node, f"[{index.value!r}]", node)
        made = machine.node("getitem", machine.place(node), ((owner, "value"), (index, "index")))
        return Unknown(made, owner.lang)
    if isinstance(owner, (Lib, Class, Bound)):
        return owner
    return machine.unknown(node, ((owner, "value"),))


def _child(machine: Machine, thing: Layer, index: Value, node: cst.CSTNode) -> Value:
    """`model[0]`, `self.heads["age"]`, `self.blocks[i]`."""
    if isinstance(index, Const) and isinstance(index.value, int):
        if -len(thing.children) <= index.value < len(thing.children):
            return thing.children[index.value]
    if isinstance(index, Const) and index in thing.keys:
        return thing.children[thing.keys.index(index)]
    return machine.any_of(thing.children, node) or machine.unknown(node)


def _plain_key(value: object) -> bool:
    return isinstance(value, (str, int, float, bool, type(None)))


def _sequence_item(machine: Machine, thing: Sequence, index: Value, node: cst.CSTNode) -> Value:
    if thing.items is not None and isinstance(index, Const):
        if isinstance(index.value, int) and -len(thing.items) <= index.value < len(thing.items):
            return thing.items[index.value]
        if isinstance(index.value, slice):
            try:
                return machine.alloc(Sequence(thing.kind, thing.items[index.value], thing.rest))
            except TypeError:
                pass
    if isinstance(index, Const) and isinstance(index.value, (slice, type(Ellipsis))):
        return machine.alloc(Sequence(thing.kind, None, machine.any_of(machine.members(thing), node)))
    return machine.any_of(machine.members(thing), node) or machine.unknown(node)


def _array_item(machine: Machine, ref: Ref, array: Array, index: Value, node: cst.CSTNode) -> Value:
    mask = machine.array(index)
    if array.lang == "jax" and mask is not None and mask.dtype == "bool":
        if machine.is_abstract(index) and mask.node.op != "either":
            machine.misuse(node, "dynamic-shape", "jax", "a boolean mask")
    result = machine.compute(
        array.lang,
        "getitem",
        node,
        ((ref, "value"), (index, "index")),
        dtype=array.dtype,
        shape=_item_shape(machine, array.shape, index),
    )
    made = machine.node_of(result)
    if made is not None and (index == Const(None) or not isinstance(index, Const)):
        parts = _parts(machine, index)
        if parts and all(isinstance(part, Const) for part in parts):
            made.constants = (None, tuple(part.value for part in parts if isinstance(part, Const)))
    if array.lang == "torch" and _is_basic(machine, index):
        machine.make_view(result, ref, "view")
    return result


def _parts(machine: Machine, index: Value) -> Seq[Value]:
    thing = machine.load(index)
    return thing.items or () if isinstance(thing, Sequence) and thing.kind == "tuple" else (index,)


def _is_basic(machine: Machine, index: Value) -> bool:
    """Integers, slices, None and ... give a view; masks and lists a copy."""
    for part in _parts(machine, index):
        array = machine.array(part)
        if not isinstance(part, Const) and (array is None or array.lang != "python"):
            return False
        if isinstance(part, Const) and isinstance(part.value, bool):
            return False
    return True


def _item_shape(machine: Machine, shape: Shape | None, index: Value) -> Shape | None:
    if shape is None:
        return None
    rest = list(shape)
    found: list[int | None] = []
    for part in _parts(machine, index):
        if not isinstance(part, Const):
            return None
        key = part.value
        if key is None:
            found.append(1)
            continue
        if not rest:
            return None
        if isinstance(key, slice):
            length = rest.pop(0)
            try:
                found.append(len(range(*key.indices(length))) if length is not None else None)
            except TypeError:
                found.append(None)
        elif isinstance(key, int) and not isinstance(key, bool):
            rest.pop(0)
        else:
            return None
    return tuple(found + rest)


# -- displays and comprehensions ----------------------------------------------------------


def _display(machine: Machine, node: cst.Tuple | cst.List | cst.Set) -> Value:
    kind = "tuple" if isinstance(node, cst.Tuple) else "list" if isinstance(node, cst.List) else "set"
    items: list[Value] = []
    open_end = False
    for position, element in enumerate(node.elements):
        if position > 300:  # a table of numbers: the first rows say enough
            open_end = True
            break
        value = evaluate(machine, element.value)
        if isinstance(element, cst.StarredElement):
            more, whole = elements_of(machine, value, node)
            items.extend(more)
            open_end = open_end or not whole
        else:
            items.append(value)
    if open_end:
        return machine.alloc(Sequence(kind, None, machine.any_of(items, node)))  # type: ignore[arg-type]
    return machine.alloc(Sequence(kind, tuple(items)))  # type: ignore[arg-type]


def _dict(machine: Machine, node: cst.Dict) -> Value:
    items: dict[object, Value] = {}
    rest: Value | None = None
    for element in node.elements:
        value = evaluate(machine, element.value)
        if isinstance(element, cst.DictElement):
            key = evaluate(machine, element.key)
            if isinstance(key, Const) and _plain_key(key.value):
                items[key.value] = value
                continue
        elif isinstance(inner := machine.load(value), Dictionary):
            items.update(inner.items)
            continue
        rest = value if rest is None else machine.join(rest, value, node)
    return machine.alloc(Dictionary(items, rest))


def _comprehension(machine: Machine, node: cst.ListComp | cst.SetComp | cst.GeneratorExp) -> Value:
    found, whole = _comprehend(machine, node.for_in, lambda: evaluate(machine, node.elt))
    if whole:
        return machine.alloc(Sequence("list", tuple(found)))
    return machine.alloc(Sequence("list", None, machine.any_of(found, node)))


def _dict_comprehension(machine: Machine, node: cst.DictComp) -> Value:
    keys: list[Value] = []

    def pair() -> Value:
        keys.append(evaluate(machine, node.key))
        return evaluate(machine, node.value)

    found, whole = _comprehend(machine, node.for_in, pair)
    if whole and all(isinstance(key, Const) and _plain_key(key.value) for key in keys):
        return machine.alloc(Dictionary({k.value: v for k, v in zip(keys, found) if isinstance(k, Const)}))
    return machine.alloc(Dictionary({}, machine.any_of(found, node)))


COMPREHENSION_LIMIT = 6


def _comprehend(
    machine: Machine, clause: cst.CompFor, produce: Callable[[], Value]
) -> tuple[list[Value], bool]:
    from gradlint.flow.assign import bind

    elements, whole = elements_of(machine, evaluate(machine, clause.iter), clause)
    if not elements and not whole:
        elements = [machine.unknown(clause.iter)]
    seen = machine.once_more
    if len(elements) == 1 and not whole and not seen:
        elements = elements * 2  # what one pass leaves behind, the next one finds
    if len(elements) > COMPREHENSION_LIMIT:
        joined = machine.any_of(elements, clause)
        elements, whole = [joined] if joined is not None else [], False
    outer = machine.scope
    found: list[Value] = []
    machine.scope = Scope({}, outer)
    try:
        for done, element in enumerate(elements):
            if not machine.tick():
                break
            machine.once_more = seen or (done > 0 and not whole)
            bind(machine, clause.target, element, clause)
            decided = [truth(machine, condition.test) for condition in clause.ifs]
            if False in decided:
                continue
            whole = whole and None not in decided
            if clause.inner_for_in is not None:
                more, inner_whole = _comprehend(machine, clause.inner_for_in, produce)
                found.extend(more)
                whole = whole and inner_whole
            else:
                found.append(produce())
    finally:
        machine.scope = outer
        machine.once_more = seen
    return found, whole


# -- literals and the rest ----------------------------------------------------------------


def _integer(machine: Machine, node: cst.Integer) -> Value:
    return Const(int(node.value.replace("_", ""), 0) if not node.value.isdecimal() else int(node.value))


def _float(machine: Machine, node: cst.Float) -> Value:
    return Const(float(node.value.replace("_", "")))


def _string(machine: Machine, node: cst.SimpleString) -> Value:
    value = node.raw_value
    return Const(value)


def _concatenated(machine: Machine, node: cst.ConcatenatedString) -> Value:
    for part in (node.left, node.right):
        evaluate(machine, part)
    return Const("")


def _formatted(machine: Machine, node: cst.FormattedString) -> Value:
    for part in node.parts:
        if isinstance(part, cst.FormattedStringExpression):
            value = evaluate(machine, part.expression)
            if part.format_spec:
                note_host_call(machine, part, "format()", value, "format")
    return machine.data(node)


def _lambda(machine: Machine, node: cst.Lambda) -> Value:
    return Func("<lambda>", node, machine.scope)


def _await(machine: Machine, node: cst.Await) -> Value:
    return evaluate(machine, node.expression)


def _yield(machine: Machine, node: cst.Yield) -> Value:
    inner = node.value
    value: Value = Const(None)
    if inner is not None:
        value = evaluate(machine, inner.item if isinstance(inner, cst.From) else inner)
        machine.frame.yields.append(value)
    machine.at_yield(value)
    return machine.data(node)


def _walrus(machine: Machine, node: cst.NamedExpr) -> Value:
    from gradlint.flow.assign import bind

    value = evaluate(machine, node.value)
    bind(machine, node.target, value, node)
    return value


DISPATCH: dict[type, Callable[..., Value]] = {
    cst.Name: _name,
    cst.Attribute: _attribute,
    cst.BinaryOperation: _binary,
    cst.UnaryOperation: _unary,
    cst.Comparison: _comparison,
    cst.BooleanOperation: _boolean,
    cst.IfExp: _if_exp,
    cst.Subscript: _subscript,
    cst.Tuple: _display,
    cst.List: _display,
    cst.Set: _display,
    cst.Dict: _dict,
    cst.ListComp: _comprehension,
    cst.SetComp: _comprehension,
    cst.GeneratorExp: _comprehension,
    cst.DictComp: _dict_comprehension,
    cst.Integer: _integer,
    cst.Float: _float,
    cst.SimpleString: _string,
    cst.ConcatenatedString: _concatenated,
    cst.FormattedString: _formatted,
    cst.Lambda: _lambda,
    cst.Await: _await,
    cst.Yield: _yield,
    cst.NamedExpr: _walrus,
    cst.Ellipsis: lambda machine, node: Const(Ellipsis),
}
_BUILTINS = (
    "abs all any bool complex dict divmod enumerate filter float format frozenset getattr hasattr int "
    "isinstance iter len list map max min next pow print property range repr reversed round set setattr "
    "sorted staticmethod classmethod str sum super tuple type zip open id object vars delattr"
)
_KNOWN_NAMES: dict[str, Const | Lib] = {
    **{name: Lib(f"builtins.{name}") for name in _BUILTINS.split()},
    "None": Const(None),
    "True": Const(True),
    "False": Const(False),
}
