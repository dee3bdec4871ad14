"""PyTorch modules: their call, their methods, and what a class inherits from them."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain import op_facts
from gradlint.analysis.domain.graph import TORCH, EdgeRole
from gradlint.analysis.domain.values import (
    Const,
    Dictionary,
    Instance,
    Layer,
    Params,
    Ref,
    Sequence,
    Shape,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter import forward_hooks, inheritance, inplace_writes, registry
from gradlint.analysis.interpreter.arithmetic import remember_saved
from gradlint.analysis.interpreter.assignment import add_child
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.events import FlagCleared, Generated, Reparameterised, Zeroed
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.interpreter.op_shapes import forget_shape
from gradlint.analysis.libraries.torch import hyperparameters, number_arguments, submodules
from gradlint.analysis.libraries.torch.autograd import backward
from gradlint.analysis.libraries.torch.layer_shapes import layer_shape
from gradlint.analysis.libraries.torch.operations import SHARING, is_alone, loss
from gradlint.analysis.libraries.torch.parameter_names import parameter_names
from gradlint.analysis.monitors import data_parallel, hosted_steps, kept_graphs, precision
from gradlint.analysis.monitors.weights import copies, freezing, module_modes, starting_values
from gradlint.core.records import replace
from gradlint.knowledge.names.operations import Op
from gradlint.knowledge.names.torch import (
    OF_A_MODULE_DICT,
    OF_A_SEQUENTIAL,
    ONE_INPUT,
    PACKING,
    RETURN_THE_MODULE,
)

_OF_A_CONTAINER = frozenset(OF_A_SEQUENTIAL) | frozenset(OF_A_MODULE_DICT)
"""Of a Sequential, and of the containers that are built like it."""


@registry.layers("torch")
def call_layer(machine: Machine, ref: Value, thing: Layer, args: Arguments, node: cst.CSTNode) -> Value:
    name = thing.name
    if len(args.pos) > 1 and name in ONE_INPUT:
        return machine.unknown(node)
    if name == "Sequential":
        value = args.pos[0] if args.pos else machine.unknown(node)
        for child in thing.children:
            value = machine.invoke(child, Arguments((value,)), node)
            value = forget_shape(machine, value) if thing.loose else value
        return forget_shape(machine, value) if thing.loose and not thing.children else value
    functional = module_op(name)
    if op_facts.in_torch("losses", name):
        number_arguments.check_layer(machine, functional or name, thing, node)
        options = {key: value for key, value in thing.options.items() if key == "reduction"}
        return loss(machine, functional or name, list(args.pos), {**options, **args.kw}, node)
    if name == "Embedding":
        return _embed(machine, ref, thing, args, node)
    inputs = list(args.pos)
    flag = thing.options.get("inplace")
    if flag is None and op_facts.in_torch("accepts_inplace_flag", name) and name in ("ReLU", "ReLU6", "SiLU"):
        flag = thing.options.get("0")
    if flag == Const(True) and inputs and isinstance(inputs[0], Ref) and machine.array(inputs[0]) is not None:
        return inplace_writes.write(
            machine, inputs[0], "module", (functional or name).rpartition(".")[2] + "_", [], node
        )
    if name in ("Identity",):
        return inputs[0] if inputs else machine.unknown(node)
    flows: list[tuple[Value, EdgeRole]] = [*((value, "value") for value in inputs), (ref, "value")]
    shape = layer_shape(machine, thing, inputs, node)
    several = _recurrent(machine, name, flows, shape, node)
    if several is not None:
        return several
    dim = thing.options.get("dim") or thing.options.get("0")
    constant = functional in SHARING and inputs and is_alone(machine, inputs[0], dim)
    if functional in SHARING and dim is not None:
        flows.append((dim, "value"))
    result = machine.compute(
        "torch",
        name,
        node,
        flows,
        dtype="float",
        shape=shape,
        cut="zero" if constant else None,
        opaque=thing.params is not None,
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
    machine: Machine,
    name: str,
    flows: list[tuple[Value, EdgeRole]],
    states: Shape | None,
    node: cst.CSTNode,
) -> Value | None:
    """Layers with several results: all of them hang on the one computation, and are freed with it."""
    if name not in ("RNN", "GRU", "LSTM", "LSTMCell", "MultiheadAttention"):
        return None
    whole = machine.compute("torch", name, node, flows, dtype="float", opaque=True)

    def part(shape: Shape | None = None) -> Ref:
        return machine.compute("torch", "part", node, ((whole, "value"),), dtype="float", shape=shape)

    first: Value = part(states)
    if flows and _is_packed(flows[0][0]):  # so is the result: its `data` is the tensor, graph and all
        first = Unknown(machine.node("part", machine.place(node), ((whole, "value"),)), "torch")
    if name == "LSTM":
        return machine.alloc(Sequence("tuple", (first, machine.alloc(Sequence("tuple", (part(), part()))))))
    return machine.alloc(Sequence("tuple", (first, part())))


def _is_packed(value: Value) -> bool:
    """What pack_padded_sequence and its like have made, at least on one path."""
    stack = [value.node] if isinstance(value, Unknown) else []
    while stack:
        here = stack.pop()
        if here.op.rpartition(".")[2] in PACKING:
            return True
        stack.extend(edge.node for edge in here.edges if here.op == Op.EITHER)
    return False


def _embed(machine: Machine, ref: Value, thing: Layer, args: Arguments, node: cst.CSTNode) -> Value:
    limit = thing.options.get("max_norm")
    if limit is not None and limit != Const(None) and thing.params is not None:
        inplace_writes.write(machine, thing.params, "module", "renorm_", [], node, recording=False)
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
    kind = registry.kind_of_model(thing)
    if kind is not None:
        return registry.method_of(kind, machine, receiver, name, args, node)
    if name in ("parameters", "named_parameters"):
        found = tuple(machine.parameters_of(receiver, registered=True))
        params = machine.alloc(Params(found, isinstance(thing, Layer), receiver))
        if name == "parameters":
            machine.announce(Generated(params))
            return params
        known = parameter_names(machine, receiver)
        pairs = tuple(
            machine.alloc(Sequence("tuple", (Const(key) if key else machine.data(node), ref)))
            for ref in found
            for key in known.get(ref, ("",))
        )
        named = machine.alloc(Sequence("list", pairs))
        machine.announce(Generated(named))
        return named
    if name == "requires_grad_":
        given = args.get(0, "requires_grad")
        if given == Const(False):
            freezing.freeze(machine, receiver)
            for ref in machine.parameters_of(receiver):
                machine.announce(FlagCleared(ref, node))
        else:
            freezing.thaw(machine, (receiver,), given in (None, Const(True)))
            data_parallel.note_thawed(machine, receiver, machine.place(node))
        return receiver
    if name in (forward_hooks.AFTER, forward_hooks.BEFORE):
        return forward_hooks.register(machine, receiver, name, args, node)
    if name in ("train", "eval", "super.train", "super.eval"):
        module_modes.set_mode(machine, receiver, name, args.get(0, "mode"), node)
    if name in ("train", "eval"):
        kept_graphs.note_mode(machine, receiver, name == "eval" or args.flag("mode", 0) is False)
    if name in ("to", "float", "double", "half", "bfloat16", "type"):
        _note_precision(machine, receiver, name, args, node)
    if name in ("load_state_dict", "to_empty"):
        _note_loaded(machine, receiver, name, args, node)
    if name == "state_dict" and machine.parameters_of(receiver):
        return _state(machine, receiver, node)
    if name in RETURN_THE_MODULE:
        if name == "apply" and args.pos:
            machine.invoke(args.pos[0], Arguments((receiver,)), node)
        return receiver
    if name in ("items", "values", "keys") and isinstance(thing, Layer) and thing.children:
        return _named(machine, thing, name, node)
    if name == "zero_grad":
        machine.announce(Zeroed(receiver, node))
        return Const(None)
    if (
        name in submodules.LISTING
        and (inside := submodules.listed(machine, receiver, name, node)) is not None
    ):
        return inside
    if name in ("children", "modules") and isinstance(thing, Layer):
        return machine.alloc(Sequence("list", thing.children))
    if name in ("append", "extend", "insert", "add_module", "register_module") and isinstance(thing, Layer):
        new = args.pos[-1:] if name != "extend" else tuple(elements_of(machine, args.pos[0], node)[0])
        key = args.get(0, "name") if name in ("add_module", "register_module") else None
        thing = replace(thing, loose=thing.loose or machine.loops.once_more or args.open)
        if isinstance(receiver, Ref) and isinstance(key, Const) and isinstance(key.value, str) and new:
            add_child(machine, receiver, thing, key.value, new[0], node)
        elif isinstance(receiver, Ref):
            machine.update(receiver, replace(thing, children=(*thing.children, *new)))
        return receiver
    if name in ("register_parameter", "register_buffer") and isinstance(thing, Layer):
        key, value = args.get(0, "name"), args.get(1, "param" if name == "register_parameter" else "tensor")
        if isinstance(receiver, Ref) and isinstance(key, Const) and machine.array(value) is not None:
            add_child(machine, receiver, thing, str(key.value), value or Const(None), node)
        return Const(None)
    if isinstance(thing, Instance):
        return _instance_method(machine, receiver, thing, name, args, node)
    if name == "forward":
        return registry.layer(machine, receiver, thing, args, node) if isinstance(thing, Layer) else receiver
    if isinstance(thing, Layer) and thing.name == "Sequential" and name not in _OF_A_CONTAINER:
        # A method that the program has given to modules: it may add some.
        stranger = machine.unknown(node, args.flows(), name)
        if isinstance(receiver, Ref):
            machine.update(
                receiver, replace(thing, children=(*thing.children, stranger), keys=(), loose=True)
            )
    return machine.unknown(node, ((receiver, "value"), *args.flows()), name)


def _note_precision(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> None:
    named = [precision.NAMES[name]] if name in precision.NAMES else []
    named += [found for value in args.all() if (found := precision.precision_named(value)) is not None]
    if named:
        precision.set_precision(machine, receiver, named[0], node)


def _note_loaded(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> None:
    """With assign=True, and from the meta device, the parameters are other objects than before."""
    starting_values.note_filled(machine, receiver)
    copies.note_loaded(machine, receiver, args.get(0, "state_dict"), node)
    if name == "to_empty" or args.flag("assign", 2) is True:
        machine.announce(Reparameterised(tuple(machine.parameters_of(receiver)), node, False))


def _state(machine: Machine, receiver: Value, node: cst.CSTNode) -> Value:
    """The model's own tensors by their names, detached: whoever writes into one writes into the model."""
    entries: list[Value] = []
    for ref in machine.parameters_of(receiver):
        array = machine.array(ref)
        if array is not None:
            made = machine.compute(
                "torch", "state_dict", node, ((ref, "value"),), dtype="float", shape=array.shape, cut="stop"
            )
            entries.append(machine.make_view(made, ref, "detach"))
    rest = entries[0] if len(entries) == 1 else machine.any_of(entries, node)
    return machine.alloc(Dictionary({}, rest))


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
    if name == "optimizers" and not args.pos and hosted_steps.is_lightning(thing.cls):
        return hosted_steps.optimizers(machine, receiver, thing, node)
    if name == "toggle_optimizer" and args.pos and hosted_steps.is_lightning(thing.cls):
        hosted_steps.toggle(machine, receiver, thing, args.pos[0], node)
        return Const(None)
    if name == "untoggle_optimizer" and args.pos:
        hosted_steps.untoggle(machine, args.pos[0])
        return Const(None)
    if name == "super.__init__":
        _inherit_parameters(machine, receiver, thing, args, node)
        if not registry.is_taught(thing.cls.library):
            inheritance.keep(machine, receiver, args, node)
        return Const(None)
    if name.startswith("super."):
        return inheritance.of_super(machine, thing, args, node)
    if name == "save_hyperparameters" and hosted_steps.is_lightning(thing.cls):
        hyperparameters.keep(machine, receiver, thing, args, node)
        return Const(None)
    if name in ("zero_grad", "log", "log_dict", "save_hyperparameters", "state_dict", "load_state_dict"):
        if name in ("log", "log_dict") and hosted_steps.is_lightning(thing.cls):
            hosted_steps.note_logged(machine, args.pos)
        return machine.data(node)
    return machine.unknown(node, ((receiver, "value"), *args.flows()), name)


def _inherit_parameters(
    machine: Machine, receiver: Value, thing: Instance, args: Arguments, node: cst.CSTNode
) -> None:
    """class QuantLinear(nn.Linear): the base brings a weight and a bias."""
    base = thing.cls.library or ""
    if not registry.brings_weights(base) or not isinstance(receiver, Ref):
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
    for pair in op_facts.torch_table().sets.get("module_ops", frozenset()):
        name, _, functional = pair.partition("=")
        _MODULE_OPS[name] = functional
