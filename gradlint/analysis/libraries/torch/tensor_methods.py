"""PyTorch methods of tensors, known and unknown: in-place, views, conversions."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain import op_facts
from gradlint.analysis.domain.expression_events import GradientHooked
from gradlint.analysis.domain.facts import MissingMethod
from gradlint.analysis.domain.graph import TORCH, CutKind, EdgeRole, Node, Pause
from gradlint.analysis.domain.shapes import size
from gradlint.analysis.domain.values import (
    Array,
    Const,
    Dictionary,
    Dtype,
    Func,
    Lib,
    Method,
    Ref,
    Sequence,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter import forward_hooks, inplace_writes, registry
from gradlint.analysis.interpreter.assignment import gradient_owner
from gradlint.analysis.interpreter.attributes import shape_value
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.events import GradientSet
from gradlint.analysis.interpreter.inplace_writes import note_host_call
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.libraries.common.apply_operation import dtype_named, roles
from gradlint.analysis.libraries.torch.autograd import backward
from gradlint.analysis.libraries.torch.factories import fresh, tensor
from gradlint.analysis.libraries.torch.operations import finish
from gradlint.analysis.monitors import precision
from gradlint.analysis.monitors.gradient_edits import is_mask
from gradlint.analysis.monitors.weights import freezing
from gradlint.analysis.monitors.weights.hidden import candidates
from gradlint.core.records import replace
from gradlint.knowledge.names.operations import Op
from gradlint.knowledge.names.torch import (
    HARMLESS_METHODS,
    LIMITING,
    RESHAPING_INPLACE,
    UNDERSCORE_WITHOUT_WRITE,
)

_UNKNOWN_CUTS: dict[str, CutKind] = {
    "detach": "stop", "detach_": "stop", "numpy": "conversion", "tolist": "conversion", "item": "scalar",
    "argmax": "integer", "argmin": "integer", "argsort": "integer", "long": "integer", "int": "integer",
    "round": "zero", "floor": "zero", "ceil": "zero", "sign": "zero",
}  # fmt: skip

CASTS: dict[str, Dtype] = {
    "float": "float", "double": "float", "half": "float", "bfloat16": "float",
    "long": "int", "int": "int", "short": "int", "byte": "int", "char": "int", "bool": "bool",
}  # fmt: skip
_ALIKE: dict[Dtype | None, Value] = {
    "float": Lib("torch.float32"), "int": Lib("torch.int64"), "bool": Lib("torch.bool"),
}  # fmt: skip
"""What stands for the dtype of a tensor from which another one is made."""


@registry.methods("torch")
def tensor_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    array = machine.array(receiver)
    assert array is not None and isinstance(receiver, Ref)
    if name == "backward":
        return backward(machine, receiver, args, node)
    if name == "detach":
        made = machine.compute(
            "torch", "detach", node, ((receiver, "value"),), dtype=array.dtype, shape=array.shape, cut="stop"
        )
        return machine.make_view(made, receiver, "detach")
    if name == "detach_":
        return _detach_in_place(machine, receiver, array, node)
    if name in ("item", "tolist", "numpy", "__array__"):
        return escape(machine, receiver, array, name, args, node)
    if name == "requires_grad_":
        wanted = args.flag("requires_grad", 0) if args.pos or args.kw else True
        inplace_writes.set_requires_grad(machine, receiver, wanted, node, name)
        return receiver
    if name in ("retain_grad", "register_hook", "register_post_accumulate_grad_hook"):
        machine.update(receiver, replace(array, retains=True))
        _retain_each(machine, array)
        if name == "register_hook":
            _follow_hook(machine, array, args, node)
        return Const(None)
    if name in ("size", "dim", "numel", "nelement", "ndimension", *HARMLESS_METHODS):
        return _measure(machine, array, name, args, node)
    if name in CASTS:
        return cast(machine, receiver, array, CASTS[name], name, node)
    if name == "type_as" and (other := machine.array(args.get(0, "other"))) is not None:
        if other.dtype is not None:
            return cast(machine, receiver, array, other.dtype, name, node)
    if name in ("to", "type", "cuda", "cpu"):
        return _to(machine, receiver, array, name, args, node)
    if name == "new_tensor":
        alike: Value = _ALIKE[array.dtype] if array.dtype in _ALIKE else machine.data(node)
        return tensor(machine, "torch.tensor", Arguments(args.pos, {"dtype": alike, **args.kw}), node)
    if name.startswith("new_"):
        sizes = args.pos[:1] if name == "new_full" else args.pos
        return fresh(machine, f"torch.Tensor.{name}", Arguments(sizes, args.kw), node, array.dtype)
    if name.endswith("_") and not name.endswith("__"):
        return _in_place(machine, receiver, array, name, args, node)
    return finish(machine, f"torch.Tensor.{name}", [receiver, *args.pos], dict(args.kw), node)


def _follow_hook(machine: Machine, array: Array, args: Arguments, node: cst.CSTNode) -> None:
    """`w.register_hook(hook)`: backward() hands the gradient to it, and records nothing meanwhile."""
    hook, place = args.get(0, "hook"), machine.place(node)
    if isinstance(hook, (Func, Method)):
        gradient = Node(machine.fresh(), "grad", place, operands=(array.node,))
        given = machine.alloc(Array("torch", gradient, "float", array.shape, storage=machine.fresh()))
        with machine.within(replace(machine.context, pause=Pause("rule", place))):
            made = machine.invoke(hook, Arguments((given,)), node)
        machine.announce(GradientHooked(array.node, made, node))


def _detach_in_place(machine: Machine, ref: Ref, array: Array, node: cst.CSTNode) -> Value:
    made = machine.node("detach_", machine.place(node), ((ref, "value"),), cut="stop")
    machine.update(ref, replace(array, node=made, tracked=array.tracked - {TORCH}, leaf=True, maybe=False))
    return ref


def escape(
    machine: Machine, ref: Value, array: Array, name: str, args: Arguments, node: cst.CSTNode
) -> Value:
    """Out of autograd: to a number, a list or an ndarray."""
    cut: CutKind = "scalar" if name == "item" else "conversion"
    if name in ("numpy", "__array__"):
        if not _detaches_by_itself(name, args):
            note_host_call(machine, node, f".{name}()", ref, "conversion")
        made = machine.compute(
            "numpy", name, node, ((ref, "value"),), dtype=array.dtype, shape=array.shape, cut=cut
        )
        return machine.make_view(made, ref, "data") if isinstance(ref, Ref) else made
    if name == "tolist":
        return machine.alloc(
            Sequence(
                "list",
                None,
                machine.compute(
                    "python",
                    name,
                    node,
                    ((ref, "value"),),
                    cut=cut,
                    shape=() if len(array.shape or ()) == 1 else None,
                ),
            )
        )
    note_host_call(machine, node, f".{name}()", ref, "scalar")
    return machine.compute("python", name, node, ((ref, "value"),), dtype=array.dtype, shape=(), cut=cut)


def _detaches_by_itself(name: str, args: Arguments) -> bool:
    """numpy(force=True) never complains; nor is it certain that numpy(force=something) does."""
    return name == "numpy" and args.get(0, "force") not in (None, Const(False))


def _measure(machine: Machine, array: Array, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if name == "size" and array.shape is not None:
        if args.pos:
            which = args.pos[0]
            if isinstance(which, Const) and isinstance(which.value, int):
                if -len(array.shape) <= which.value < len(array.shape):
                    length = array.shape[which.value]
                    return Const(length) if length is not None else machine.number(node)
        else:
            return shape_value(machine, array.shape, node)
    if name in ("numel", "nelement"):
        count = 0 if array.shape is not None and 0 in array.shape else size(array.shape)
        return Const(count) if count is not None else machine.number(node)
    if name in ("dim", "ndimension") and array.shape is not None:
        return Const(len(array.shape))
    if name == "size" and not args.pos:
        return shape_value(machine, None, node)
    if name == "is_floating_point" and array.dtype is not None:
        return Const(array.dtype == "float")
    return machine.number(node)


@registry.function("torch.is_floating_point")
def is_floating_point(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    array = machine.array(args.get(0, "input"))
    return (
        machine.number(node) if array is None else _measure(machine, array, "is_floating_point", args, node)
    )


@registry.function("torch.is_tensor", "tf.is_tensor")
def is_tensor(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """Each framework knows its own tensors only."""
    value = args.get(0, "obj") or args.kw.get("x")
    thing = machine.load(value)
    if isinstance(value, Const) or isinstance(thing, (Sequence, Dictionary)):
        return Const(False)
    own = "torch" if name.startswith("torch.") else "tensorflow"
    return Const(thing.lang == own) if isinstance(thing, Array) else machine.data(node)


def cast(machine: Machine, ref: Value, array: Array, dtype: Dtype, name: str, node: cst.CSTNode) -> Value:
    if dtype == "float" and array.dtype == "float" and name == "float" and not array.precision:
        return ref
    cut: CutKind | None = "integer" if dtype in ("int", "bool") else None
    made = machine.compute(array.lang, name, node, ((ref, "value"),), dtype=dtype, shape=array.shape, cut=cut)
    if name in precision.NAMES:
        precision.set_precision(machine, made, precision.NAMES[name], node)
    return made


def _to(machine: Machine, ref: Ref, array: Array, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """May be the tensor itself: nobody knows the device."""
    for value in args.all():
        dtype = dtype_named(value)
        if dtype is not None:
            if dtype == array.dtype == "float" and _default_precision(value) and not array.precision:
                break
            made = cast(machine, ref, array, dtype, "cast", node)
            precision.set_precision(machine, made, precision.precision_named(value) or "", node)
            return made
    flows: list[tuple[Value, EdgeRole]] = [(ref, "value"), *_literals(args)]
    made = machine.compute("torch", name, node, flows, dtype=array.dtype, shape=array.shape)
    return machine.make_view(made, ref, "maybe")


def _retain_each(machine: Machine, array: Array) -> None:
    """`for each in values: each.retain_grad()`: what is done to the one that stands for all is done to all."""
    parts = set(candidates(array.node)) if array.node.op == Op.EITHER else set()
    for key, thing in list(machine.heap.items()) if parts else ():
        if isinstance(thing, Array) and thing.node in parts:
            machine.update(Ref(key), replace(thing, retains=True))


def _default_precision(value: Value) -> bool:
    return isinstance(value, Lib) and value.name in ("torch.float32", "torch.float")


def _in_place(
    machine: Machine, ref: Ref, array: Array, name: str, args: Arguments, node: cst.CSTNode
) -> Value:
    if not op_facts.in_torch("tensor_attributes", name) and not name.startswith("_"):
        if array.maybe and not op_facts.in_torch("tensor_attributes", name[:-1]):
            return ref  # torch functions also take what only behaves like a tensor, and this is one of its methods
        machine.flow.missing_methods.append(MissingMethod(machine.place(node), name))
        machine.update(ref, replace(array, shape=None))  # whatever shape it was meant to get
        return machine.unknown(node, ((ref, "value"), *args.flows()))
    if name in UNDERSCORE_WITHOUT_WRITE:
        return ref
    owner = gradient_owner(array.node)
    if owner is not None:
        value = Const(None) if _becomes_zero(name, args) else None
        masks = name == "mul_" and bool(args.pos) and is_mask(machine.node_of(args.pos[0]))
        machine.announce(GradientSet(owner, value, node, masks, limits=name in LIMITING))
        return ref
    inplace_writes.write(machine, ref, "method", name, args.all(), node)
    changed = machine.array(ref)
    if name in RESHAPING_INPLACE and changed is not None:
        machine.update(ref, replace(changed, shape=None))
    return ref


def _becomes_zero(name: str, args: Arguments) -> bool:
    zero = args.get(0) in (Const(0), Const(0.0))
    return name == "zero_" or (name in ("fill_", "mul_") and zero)


_OF_BACKWARD = frozenset({"gradient", "retain_graph", "create_graph", "inputs"})
"""What `Tensor.backward` may be given by name."""


def _is_of_ones_own(machine: Machine, args: Arguments) -> bool:
    """`layer.backward(dy)`, `layer.backward(delta=dy)` where nothing is of PyTorch: written by hand."""
    given = bool(args.pos) or not args.kw.keys() <= _OF_BACKWARD
    return given and "torch" not in machine.about.langs


@registry.methods(Unknown)
def unknown_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    assert isinstance(receiver, Unknown)
    traced = machine.traced_argument(receiver)
    if traced is not None:
        return registry.method(machine, traced, name, args, node)
    if name == "backward":
        if _is_of_ones_own(machine, args):
            return machine.unknown(node, ((receiver, "value"), *args.flows()))
        return backward(machine, receiver, args, node)
    if name in ("size", "numel", "dim"):
        return machine.data(node)
    if name in (forward_hooks.AFTER, forward_hooks.BEFORE):
        return forward_hooks.register_on_unknown(machine, receiver, name, args, node)
    if name == "parameters":
        return receiver
    if name == "requires_grad_" and args.flag("requires_grad", 0) is not False:
        freezing.thaw_any(machine)
        if machine.make_leaf(receiver, node):
            return receiver
    if name in ("item", "numpy"):
        lang = "python" if name == "item" else "numpy"
        return machine.compute(lang, name, node, ((receiver, "value"),), cut=_UNKNOWN_CUTS[name])  # type: ignore[arg-type]
    cut = _UNKNOWN_CUTS.get(name)
    if name in ("to", "type") and any(dtype_named(value) in ("int", "bool") for value in args.all()):
        cut = "integer"
    extra = (
        roles(name, [receiver, *args.pos], args.kw)[1:] if name in ("pow", "masked_fill") else _literals(args)
    )
    made = machine.node(name, machine.place(node), ((receiver, "value"), *extra), cut=cut)
    made.keys = tuple(args.kw)
    if name == "to" and receiver.node.source is not None and not args.kw:
        return receiver
    return Unknown(made, receiver.lang)


def _literals(args: Arguments) -> list[tuple[Value, EdgeRole]]:
    """Arguments that only say how: they bring no gradient with them."""
    return [(value if isinstance(value, Const) else Const(None), "value") for value in args.all()]
