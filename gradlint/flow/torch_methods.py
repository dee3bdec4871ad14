"""PyTorch methods: tensors, modules, optimizers; in-place, views, conversions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import libcst as cst

from gradlint.flow import inplace, ops, registration, registry, training
from gradlint.flow.apply import apply, dtype_named, roles
from gradlint.flow.arithmetic import remember_saved
from gradlint.flow.calls import Arguments
from gradlint.flow.expressions import shape_value
from gradlint.flow.facts import MissingMethod, Write
from gradlint.flow.graph import TORCH, CutKind, EdgeRole
from gradlint.flow.inplace import note_host_call
from gradlint.flow.iterate import elements_of
from gradlint.flow.layer_shapes import layer_shape
from gradlint.flow.lib_torch import backward, optimised_arrays, tensor
from gradlint.flow.machine import DISTRIBUTION, Machine
from gradlint.flow.shapes import size
from gradlint.flow.values import (
    Array,
    Const,
    Dtype,
    Instance,
    Layer,
    Lib,
    Object,
    Params,
    Ref,
    Sequence,
    Shape,
    Unknown,
    Value,
)

NO_WRITE = frozenset({"requires_grad_", "detach_", "share_memory_", "retain_grad_", "apply_", "pin_memory_"})
RESHAPING_INPLACE = frozenset(
    {"unsqueeze_", "squeeze_", "t_", "transpose_", "swapaxes_", "swapdims_", "as_strided_"}
)
CASTS: dict[str, Dtype] = {
    "float": "float", "double": "float", "half": "float", "bfloat16": "float",
    "long": "int", "int": "int", "short": "int", "byte": "int", "char": "int", "bool": "bool",
}  # fmt: skip
HARMLESS = frozenset(
    "stride storage data_ptr is_floating_point is_contiguous element_size get_device".split()
)


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
        return escape(machine, receiver, array, name, node)
    if name == "requires_grad_":
        wanted = args.flag("requires_grad", 0) if args.pos or args.kw else True
        inplace.set_requires_grad(machine, receiver, wanted, node, name)
        return receiver
    if name in ("retain_grad", "register_hook", "register_post_accumulate_grad_hook"):
        machine.update(receiver, replace(array, retains=True))
        return Const(None)
    if name in ("size", "dim", "numel", "nelement", "ndimension", *HARMLESS):
        return _measure(machine, array, name, args, node)
    if name in CASTS:
        return cast(machine, receiver, array, CASTS[name], name, node)
    if name in ("to", "type", "cuda", "cpu"):
        return _to(machine, receiver, array, name, args, node)
    if name in ("new_tensor",):
        return tensor(machine, "torch.tensor", args, node)
    if name.startswith("new_"):
        return machine.compute("torch", name, node, (), dtype="float")
    if name.endswith("_") and not name.endswith("__"):
        return _in_place(machine, receiver, array, name, args, node)
    return finish(machine, f"torch.Tensor.{name}", [receiver, *args.pos], dict(args.kw), node)


def _detach_in_place(machine: Machine, ref: Ref, array: Array, node: cst.CSTNode) -> Value:
    made = machine.node("detach_", machine.place(node), ((ref, "value"),), cut="stop")
    machine.update(ref, replace(array, node=made, tracked=array.tracked - {TORCH}, leaf=True, maybe=False))
    return ref


def escape(machine: Machine, ref: Value, array: Array, name: str, node: cst.CSTNode) -> Value:
    """Out of autograd: to a number, a list or an ndarray."""
    cut: CutKind = "scalar" if name == "item" else "conversion"
    if name in ("numpy", "__array__"):
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
        count = size(array.shape)
        return Const(count) if count is not None else machine.number(node)
    if name in ("dim", "ndimension") and array.shape is not None:
        return Const(len(array.shape))
    if name == "size" and not args.pos:
        return shape_value(machine, None, node)
    return machine.number(node)


def cast(machine: Machine, ref: Value, array: Array, dtype: Dtype, name: str, node: cst.CSTNode) -> Value:
    if dtype == "float" and array.dtype == "float" and name == "float":
        return ref
    cut: CutKind | None = "integer" if dtype in ("int", "bool") else None
    return machine.compute(array.lang, name, node, ((ref, "value"),), dtype=dtype, shape=array.shape, cut=cut)


def _to(machine: Machine, ref: Ref, array: Array, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """May be the tensor itself: nobody knows the device."""
    for value in args.all():
        dtype = dtype_named(value)
        if dtype is not None:
            if dtype == array.dtype == "float" and _default_precision(value):
                break
            return cast(machine, ref, array, dtype, "cast", node)
    made = machine.compute("torch", name, node, ((ref, "value"),), dtype=array.dtype, shape=array.shape)
    return machine.make_view(made, ref, "maybe")


def _default_precision(value: Value) -> bool:
    return isinstance(value, Lib) and value.name in ("torch.float32", "torch.float")


def _in_place(
    machine: Machine, ref: Ref, array: Array, name: str, args: Arguments, node: cst.CSTNode
) -> Value:
    if not ops.in_torch("tensor_attributes", name) and not name.startswith("_"):
        machine.flow.missing_methods.append(MissingMethod(machine.place(node), name))
        machine.update(ref, replace(array, shape=None))  # whatever shape it was meant to get
        return machine.unknown(node, ((ref, "value"), *args.flows()))
    if name in NO_WRITE:
        return ref
    if array.node.op == "grad" and array.node.operands and array.node.operands[0] is not None:
        owner = array.node.operands[0]
        if name == "zero_":
            training.forget_gradient(machine, owner, machine.place(node))
        else:
            machine.grads[owner.id] = training.UNKNOWN
            machine.rescaled.add(owner.id)
        return ref
    inplace.write(machine, ref, "method", name, args.all(), node)
    changed = machine.array(ref)
    if name in RESHAPING_INPLACE and changed is not None:
        machine.update(ref, replace(changed, shape=None))
    return ref


def finish(
    machine: Machine, name: str, inputs: list[Value], kw: dict[str, Value], node: cst.CSTNode
) -> Value:
    """Any other operation, as function or method: in-place flag, loss roles, views."""
    short = ops.torch_name(name)
    facts = ops.torch_facts(short)
    flag = kw.pop("inplace", None)
    if flag is not None or ops.in_torch("accepts_inplace_flag", short):
        wanted = flag if flag is not None else _positional_flag(short, inputs)
        if (
            wanted == Const(True)
            and inputs
            and isinstance(inputs[0], Ref)
            and machine.array(inputs[0]) is not None
        ):
            if not ("dropout" in short and kw.get("training") == Const(False)):
                return inplace.write(
                    machine, inputs[0], "flag", short.rpartition(".")[2] + "_", inputs[1:], node
                )
    if ops.in_torch("losses", short):
        return loss(machine, short, inputs, kw, node)
    if short.endswith("embedding") and len(inputs) > 1:
        limit = kw.get("max_norm")
        if (
            limit is not None
            and limit != Const(None)
            and isinstance(inputs[1], Ref)
            and machine.array(inputs[1])
        ):
            inplace.write(machine, inputs[1], "module", "renorm_", [], node, recording=False)
        flows: list[tuple[Value, EdgeRole]] = [(inputs[0], "index"), (inputs[1], "value")]
        return machine.compute("torch", "embedding", node, flows, dtype="float")
    if short in _MULTIPLE and inputs:
        return _split(machine, short, inputs, kw, node)
    rounded = short in ("div", "divide") and kw.get("rounding_mode") in (Const("floor"), Const("trunc"))
    result = apply(machine, "torch", name, inputs, kw, node, facts, cut="zero" if rounded else None)
    base = inputs[0] if inputs else None
    if isinstance(result, Ref) and isinstance(base, Ref) and machine.array(base) is not None:
        if ops.in_torch("expanding", short):
            machine.make_view(result, base, "expand")
        elif ops.in_torch("maybe_views", short):
            machine.make_view(result, base, "maybe")
        elif ops.in_torch("views", short):
            machine.make_view(result, base, "view")
    return result


_MULTIPLE = frozenset("chunk split unbind tensor_split hsplit vsplit dsplit split_with_sizes".split())


def _positional_flag(short: str, inputs: list[Value]) -> Value | None:
    position = {"nn.functional.relu": 1, "nn.functional.relu6": 1, "nn.functional.silu": 1}.get(short)
    return inputs[position] if position is not None and len(inputs) > position else None


def _split(
    machine: Machine, short: str, inputs: list[Value], kw: Mapping[str, Value], node: cst.CSTNode
) -> Value:
    base = inputs[0]
    array = machine.array(base)
    count = inputs[1] if len(inputs) > 1 else kw.get("chunks", kw.get("sections"))
    number = count.value if short == "chunk" and isinstance(count, Const) else None
    if short == "unbind" and array is not None and array.shape and len(inputs) == 1:
        number = array.shape[0]
    pieces: list[Value] = []
    for _ in range(number if isinstance(number, int) and 0 < number <= 8 else 1):
        made = machine.compute(
            "torch", short, node, ((base, "value"),), dtype=array.dtype if array is not None else None
        )
        machine.number_part(made, len(pieces) if isinstance(number, int) and number <= 8 else -1)
        pieces.append(machine.make_view(made, base, "multi") if isinstance(base, Ref) else made)
    if isinstance(number, int) and len(pieces) == number:
        return machine.alloc(Sequence("tuple", tuple(pieces)))
    return machine.alloc(Sequence("tuple", None, pieces[0]))


def loss(
    machine: Machine, short: str, inputs: list[Value], kw: Mapping[str, Value], node: cst.CSTNode
) -> Value:
    """A loss function: its second argument is what the first should become."""
    flows: list[tuple[Value, EdgeRole]] = []
    for position, value in enumerate(inputs):
        flows.append((value, "target" if position == 1 and "triplet" not in short else "value"))
    flows += [(value, "target" if key == "target" else "value") for key, value in kw.items()]
    reduction = kw.get("reduction")
    shape: Shape | None = ()
    if reduction is not None and reduction != Const("mean") and reduction != Const("sum"):
        shape = _unreduced(machine, short, inputs) if reduction == Const("none") else None
    result = machine.compute("torch", short.rpartition(".")[2], node, flows, dtype="float", shape=shape)
    machine.name_inputs(result, kw)
    remember_saved(machine, result, short, list(inputs))
    return result


def _unreduced(machine: Machine, short: str, inputs: list[Value]) -> Shape | None:
    first = machine.array(inputs[0]) if inputs else None
    if first is None or first.shape is None:
        return (None,)  # one loss per element, however many
    return (
        first.shape[:1]
        if short.endswith(("cross_entropy", "nll_loss")) and "binary" not in short
        else first.shape
    )


# -- modules ------------------------------------------------------------------------------


@registry.layers("torch")
def call_layer(machine: Machine, ref: Value, thing: Layer, args: Arguments, node: cst.CSTNode) -> Value:
    name = thing.name
    if name == "Sequential":
        value = args.pos[0] if args.pos else machine.unknown(node)
        for child in thing.children:
            value = machine.invoke(child, Arguments((value,)), node)
        return value
    if name == "DataParallel" and thing.children:
        return machine.invoke(thing.children[0], args, node)
    functional = module_op(name)
    if ops.in_torch("losses", name):
        options = {key: value for key, value in thing.options.items() if key == "reduction"}
        return loss(machine, functional or name, list(args.pos), {**options, **args.kw}, node)
    if name == "Embedding":
        return _embed(machine, ref, thing, args, node)
    inputs = list(args.pos)
    flag = thing.options.get("inplace")
    if flag is None and ops.in_torch("accepts_inplace_flag", name) and name in ("ReLU", "ReLU6", "SiLU"):
        flag = thing.options.get("0")
    if flag == Const(True) and inputs and isinstance(inputs[0], Ref) and machine.array(inputs[0]) is not None:
        return inplace.write(
            machine, inputs[0], "module", (functional or name).rpartition(".")[2] + "_", [], node
        )
    if name in ("Identity",):
        return inputs[0] if inputs else machine.unknown(node)
    flows: list[tuple[Value, EdgeRole]] = [*((value, "value") for value in inputs), (ref, "value")]
    shape = layer_shape(machine, thing, inputs, node)
    several = _recurrent(machine, name, flows, node)
    if several is not None:
        return several
    result = machine.compute(
        "torch", name, node, flows, dtype="float", shape=shape, opaque=thing.params is not None
    )
    if functional is not None:
        weights: list[Value] = [thing.params, thing.params] if thing.params is not None else []
        remember_saved(machine, result, functional, [*inputs, *weights])
        if functional == "flatten" and isinstance(inputs[0] if inputs else None, Ref):
            machine.make_view(result, inputs[0], "maybe")  # type: ignore[arg-type]
    return result


def module_op(name: str) -> str | None:
    """The functional form of an nn class."""
    return _MODULE_OPS.get(name)


_MODULE_OPS: dict[str, str] = {}


def _recurrent(
    machine: Machine, name: str, flows: list[tuple[Value, EdgeRole]], node: cst.CSTNode
) -> Value | None:
    def one() -> Ref:
        return machine.compute("torch", name, node, flows, dtype="float", opaque=True)

    if name in ("RNN", "GRU", "MultiheadAttention"):
        return machine.alloc(Sequence("tuple", (one(), one())))
    if name == "LSTM":
        return machine.alloc(Sequence("tuple", (one(), machine.alloc(Sequence("tuple", (one(), one()))))))
    if name == "LSTMCell":
        return machine.alloc(Sequence("tuple", (one(), one())))
    return None


def _embed(machine: Machine, ref: Value, thing: Layer, args: Arguments, node: cst.CSTNode) -> Value:
    limit = thing.options.get("max_norm")
    if limit is not None and limit != Const(None) and thing.params is not None:
        inplace.write(machine, thing.params, "module", "renorm_", [], node, recording=False)
    flows: list[tuple[Value, EdgeRole]] = [*((value, "index") for value in args.pos), (ref, "value")]
    return machine.compute("torch", "Embedding", node, flows, dtype="float", opaque=True)


@registry.methods(Layer, Instance)
def module_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """Methods that every nn.Module has; Keras models have theirs in lib_tf."""
    thing = machine.load(receiver)
    if isinstance(thing, Layer) and thing.lang == "tensorflow":
        return registry.keras_method(machine, receiver, name, args, node)
    if isinstance(thing, Instance) and registry.is_keras(thing):
        return registry.keras_method(machine, receiver, name, args, node)
    if name in ("parameters", "named_parameters"):
        found = tuple(machine.parameters_of(receiver))
        params = machine.alloc(Params(found, isinstance(thing, Layer), receiver))
        if name == "parameters":
            return params
        pairs = tuple(machine.alloc(Sequence("tuple", (Const(""), ref))) for ref in found)
        return machine.alloc(Sequence("list", pairs))
    if name == "requires_grad_":
        if args.flag("requires_grad", 0) is False:
            inplace.freeze(machine, receiver)
        return receiver
    if name in ("train", "eval"):
        training.note_mode(machine, receiver, name == "eval" or args.flag("mode", 0) is False)
    if name in ("train", "eval", "to", "cuda", "cpu", "float", "double", "half", "apply", "share_memory"):
        if name == "apply" and args.pos:
            machine.invoke(args.pos[0], Arguments((receiver,)), node)
        return receiver
    if name in ("items", "values", "keys") and isinstance(thing, Layer) and thing.children:
        return _named(machine, thing, name, node)
    if name == "zero_grad":
        training.note_zero(machine, receiver, node)
        return Const(None)
    if name in ("children", "modules") and isinstance(thing, Layer):
        return machine.alloc(Sequence("list", thing.children))
    if name in ("append", "extend", "insert", "add_module", "register_module") and isinstance(thing, Layer):
        new = args.pos[-1:] if name != "extend" else tuple(elements_of(machine, args.pos[0], node)[0])
        key = args.get(0, "name") if name in ("add_module", "register_module") else None
        if isinstance(receiver, Ref) and isinstance(key, Const) and isinstance(key.value, str) and new:
            registration.add_child(machine, receiver, thing, key.value, new[0], node)
        elif isinstance(receiver, Ref):
            machine.update(receiver, replace(thing, children=(*thing.children, *new)))
        return receiver
    if isinstance(thing, Instance):
        return _instance_method(machine, receiver, thing, name, args, node)
    if name == "forward":
        return registry.layer(machine, receiver, thing, args, node) if isinstance(thing, Layer) else receiver
    return machine.unknown(node, ((receiver, "value"), *args.flows()), name)


def _named(machine: Machine, thing: Layer, name: str, node: cst.CSTNode) -> Value:
    """The children of a ModuleDict as a dictionary shows them."""
    keys = thing.keys or tuple(machine.data(node) for _ in thing.children)
    pairs = tuple(machine.alloc(Sequence("tuple", pair)) for pair in zip(keys, thing.children))
    shown = {"items": pairs, "values": thing.children, "keys": keys}[name]
    if thing.keys:
        return machine.alloc(Sequence("list", shown))
    return machine.alloc(Sequence("list", None, machine.any_of(shown, node)))


def _instance_method(
    machine: Machine, receiver: Value, thing: Instance, name: str, args: Arguments, node: cst.CSTNode
) -> Value:
    """Registration by name, Lightning's manual_backward."""
    if (
        name in ("register_buffer", "register_parameter", "add_module", "register_module")
        and len(args.pos) > 1
    ):
        key = args.pos[0]
        if isinstance(receiver, Ref):
            written = (
                key.value if isinstance(key, Const) and isinstance(key.value, str) else f"?{machine.fresh()}"
            )
            machine.update(receiver, replace(thing, attrs={**thing.attrs, written: args.pos[1]}))
        return Const(None)
    if name == "manual_backward" and args.pos:
        return backward(machine, args.pos[0], args.without(1), node)
    if name == "super.__init__":
        _inherit_parameters(machine, receiver, thing, args, node)
        return Const(None)
    if name.startswith("super."):
        return machine.unknown(node, args.flows())
    if name in ("zero_grad", "log", "log_dict", "save_hyperparameters", "state_dict", "load_state_dict"):
        return machine.data(node)
    return machine.unknown(node, ((receiver, "value"), *args.flows()), name)


def _inherit_parameters(
    machine: Machine, receiver: Value, thing: Instance, args: Arguments, node: cst.CSTNode
) -> None:
    """class QuantLinear(nn.Linear): the base brings a weight and a bias."""
    base = thing.cls.library or ""
    if not ops.in_torch("module_with_parameters", base.removeprefix("torch.nn.")) or not isinstance(
        receiver, Ref
    ):
        return
    attrs = dict(thing.attrs)
    for name in ("weight", "bias"):
        attrs[name] = machine.source(
            "torch", "parameter", node, op=base, tracked=frozenset({TORCH}), dtype="float", parameter=True
        )
    if args.flag("bias", 2) is False:
        attrs["bias"] = Const(None)
    machine.update(receiver, replace(thing, attrs=attrs))


# -- other objects ------------------------------------------------------------------------


@registry.methods(Object)
def object_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    thing = machine.load(receiver)
    assert isinstance(thing, Object)
    if thing.name.startswith("torch.optim.") and name == "add_param_group" and args.pos:
        held = machine.optimizers.get(receiver.id, set()) if isinstance(receiver, Ref) else set()
        more = {ref for ref in optimised_arrays(machine, args.pos[0], node) if isinstance(ref, Ref)}
        if isinstance(receiver, Ref):
            registration.note_optimizer(machine, receiver, held | more)
        return Const(None)
    if thing.name.startswith("torch.optim.") and name == "step":
        registration.note_step(machine, receiver)
        result = _step(machine, thing, args, node)
        training.note_step(machine, receiver, node)
        return result
    if thing.name.startswith("torch.optim.") and name == "zero_grad":
        training.note_zero(machine, receiver, node)
        return Const(None)
    if thing.name == "torch.GradScaler":
        return _scaler(machine, name, args, node)
    if thing.name.startswith(DISTRIBUTION):
        return _distribution(machine, thing, name, args, node)
    if thing.name.startswith(("torch.optim.", "data:")):
        return machine.data(node)
    return registry.other_object(machine, receiver, thing, name, args, node)


def _step(machine: Machine, thing: Object, args: Arguments, node: cst.CSTNode) -> Value:
    closure = args.get(0, "closure")
    if closure is not None and closure != Const(None):
        machine.invoke(closure, Arguments(), node)
    for params in thing.args:
        elements, _ = elements_of(machine, params, node)
        for ref in elements:
            array = machine.array(ref)
            if array is not None and array.lang == "torch" and training.has_gradient(machine, array):
                fact = Write(machine.place(node), array, "step", "step", False, None, False, False, False)
                machine.writes[array.storage] = (*machine.writes.get(array.storage, ()), fact)
    return machine.data(node)


def _scaler(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if name == "scale" and args.pos:
        array = machine.array(args.pos[0])
        if array is None:
            return args.pos[0]
        return machine.compute(
            "torch", "scaled", node, ((args.pos[0], "value"),), dtype="float", shape=array.shape
        )
    if name == "step" and args.pos:
        optimizer = machine.load(args.pos[0])
        if isinstance(optimizer, Object):
            result = _step(machine, optimizer, Arguments(), node)
            training.note_step(machine, args.pos[0], node)
            return result
    if name == "unscale_" and args.pos:
        training.note_unscale(machine, args.pos[0], node)
    return machine.data(node)


def _distribution(machine: Machine, thing: Object, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    inputs: list[tuple[Value, EdgeRole]] = [(value, "value") for value in thing.args]
    if name == "sample":
        return machine.compute("torch", "sample", node, inputs, cut="sample")
    extra: list[tuple[Value, EdgeRole]] = [(value, "target") for value in args.all()]
    return machine.compute("torch", name, node, [*inputs, *extra], dtype="float")


@registry.methods(Params)
def params_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return receiver if name in ("copy", "__iter__") else machine.unknown(node, ((receiver, "value"),))


# -- tensors about which nothing is known -------------------------------------------------

_UNKNOWN_CUTS: dict[str, CutKind] = {
    "detach": "stop", "detach_": "stop", "numpy": "conversion", "tolist": "conversion", "item": "scalar",
    "argmax": "integer", "argmin": "integer", "argsort": "integer", "long": "integer", "int": "integer",
    "round": "zero", "floor": "zero", "ceil": "zero", "sign": "zero",
}  # fmt: skip


@registry.methods(Unknown)
def unknown_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    assert isinstance(receiver, Unknown)
    if name == "backward":
        return backward(machine, receiver, args, node)
    if name in ("size", "numel", "dim"):
        return machine.data(node)
    if name == "parameters":
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


def install() -> None:
    for pair in ops.torch_table().sets.get("module_ops", frozenset()):
        name, _, functional = pair.partition("=")
        _MODULE_OPS[name] = functional
