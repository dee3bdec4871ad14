"""PyTorch modules: their call, their methods, and what a class inherits from them."""

from __future__ import annotations

import libcst as cst

from gradlint.flow import freezing, inplace, ops, registration, registry, training
from gradlint.flow.arithmetic import remember_saved
from gradlint.flow.calls import Arguments
from gradlint.flow.graph import TORCH, EdgeRole
from gradlint.flow.iterate import elements_of
from gradlint.flow.layer_shapes import layer_shape
from gradlint.flow.machine import Machine
from gradlint.flow.shape_rules import forget_shape
from gradlint.flow.torch_autograd import backward
from gradlint.flow.torch_operations import loss
from gradlint.flow.values import Const, Instance, Layer, Params, Ref, Sequence, Value
from gradlint.records import replace


@registry.layers("torch")
def call_layer(machine: Machine, ref: Value, thing: Layer, args: Arguments, node: cst.CSTNode) -> Value:
    name = thing.name
    if name == "Sequential":
        value = args.pos[0] if args.pos else machine.unknown(node)
        for child in thing.children:
            value = machine.invoke(child, Arguments((value,)), node)
            value = forget_shape(machine, value) if thing.loose else value
        return forget_shape(machine, value) if thing.loose and not thing.children else value
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
    """Methods that every nn.Module has; Keras models have theirs in keras_models."""
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
        given = args.get(0, "requires_grad")
        if given == Const(False):
            freezing.freeze(machine, receiver)
        else:
            freezing.thaw(machine, (receiver,), given in (None, Const(True)))
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
        thing = replace(thing, loose=thing.loose or machine.once_more or args.open)
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


def install() -> None:
    for pair in ops.torch_table().sets.get("module_ops", frozenset()):
        name, _, functional = pair.partition("=")
        _MODULE_OPS[name] = functional
