"""PyTorch functions: layers are made, and every operation that has no module of its own."""

from __future__ import annotations

import libcst as cst

from gradlint.flow import inplace, ops, registration, registry, training
from gradlint.flow.apply import apply
from gradlint.flow.calls import Arguments
from gradlint.flow.facts import OutArgument
from gradlint.flow.graph import TORCH
from gradlint.flow.machine import Machine
from gradlint.flow.state import DATA, DISTRIBUTION
from gradlint.flow.torch_operations import finish
from gradlint.flow.values import Const, Dictionary, Layer, Lib, Manager, Object, Ref, Sequence, Unknown, Value


@registry.root("torch.nn.init")
def initialiser(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if "calculate" in name:  # a gain or a fan: a number that depends on the shape alone
        return machine.data(node)
    target = args.get(0, "tensor")
    if isinstance(target, Ref) and machine.array(target) is not None:
        inplace.write(machine, target, "init", name.rpartition(".")[2], [], node, recording=False)
    return target if target is not None else Const(None)


@registry.root("torch.utils.data")
def data_source(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.alloc(Object(f"data:{name}", args.pos))


@registry.root("torch.distributions")
def distribution(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    short = name.rpartition(".")[2]
    if short.endswith("kl_divergence"):
        return apply(machine, "torch", name, args.pos, args.kw, node)
    return machine.alloc(Object(f"{DISTRIBUTION}{name}", args.all()))


@registry.function("torch.utils.checkpoint.checkpoint")
def checkpoint(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    func = args.get(0, "function")
    if func is not None and args.flag("use_reentrant") is not False and machine.parameters_of(func):
        if len(args.pos) > 1 and all(_is_plain(machine, value) for value in args.pos[1:]):
            machine.misuse(node, "reentrant", "torch")
    plain = {
        key: value for key, value in args.kw.items() if key not in ("use_reentrant", "preserve_rng_state")
    }
    return machine.invoke(func, Arguments(args.pos[1:], plain), node) if func else machine.unknown(node)


def _is_plain(machine: Machine, value: Value) -> bool:
    """Surely without a gradient: data, or a tensor that does not require grad."""
    array = machine.array(value)
    if array is not None:
        return not array.tracked and not array.maybe
    return isinstance(value, Unknown) and value.node.op == DATA and value.node.source is None


@registry.function(
    "torch.compile",
    "torch.jit.script",
    "torch.jit.export",
    "torch.jit.ignore",
    "torch.compiler.disable",
    "torch.jit.trace",
    "torch.jit.freeze",
    "torch.jit.script_if_tracing",
)
def passthrough(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return args.pos[0] if args.pos else Lib(name)


@registry.function("torch.autograd.Function")
def _function_base(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.unknown(node, args.flows())


@registry.function("torch.nn.utils.clip_grad_norm_", "torch.nn.utils.clip_grad_value_",
                   "torch.nn.utils.clip_grad.clip_grad_norm_")  # fmt: skip
def clip_gradients(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    training.note_clip(machine, args.get(0, "parameters"), node)
    return machine.data(node)


@registry.root("torch.amp", "torch.cuda", "torch.optim.lr_scheduler", "torch.backends", "torch.random",
               "torch.utils", "torch.version", "torch.distributed", "torch.profiler", "torch.hub",
               "torch.multiprocessing")  # fmt: skip
def elsewhere(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if name.endswith("GradScaler"):
        return machine.alloc(Object("torch.GradScaler", args.pos))
    if name.endswith("autocast"):
        return machine.alloc(Manager("unknown", machine.place(node)))
    return machine.unknown(node, args.flows(), name)


@registry.root("torch.nn")
def module(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """`torch.nn.X(...)`: a layer with or without parameters of its own."""
    short = name.removeprefix("torch.nn.")
    if not short[:1].isupper():
        return machine.unknown(node, args.flows(), name)
    options = {key: value for key, value in args.kw.items()}
    options.update({str(position): value for position, value in enumerate(args.pos)})
    children: tuple[Value, ...] = ()
    keys: tuple[Value, ...] = ()
    loose = False
    if short in ("ModuleDict", "ParameterDict"):
        keys, children = _named_children(machine, args)
    elif short in ("Sequential", "ModuleList", "ParameterList"):
        children, loose = _children(machine, args)
    elif short == "DataParallel" and (wrapped := args.get(0, "module")) is not None:
        keys, children = (Const("module"),), (wrapped,)
    params: Ref | None = None
    if ops.in_torch("module_with_parameters", short) or short.startswith("Lazy"):
        params = machine.source(
            "torch", "parameter", node, op=name, tracked=frozenset({TORCH}), dtype="float", parameter=True
        )
        array = machine.array(params)
        if array is not None and array.node.source is not None:
            array.node.source.kind = "module"
    made = machine.alloc(Layer("torch", short, options, params, children, keys, loose=loose))
    if params is not None:
        registration.note_new(machine, made, "torch", f"nn.{short}", node)
    return made


def _named_children(machine: Machine, args: Arguments) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    thing = machine.load(args.get(0))
    if not isinstance(thing, Dictionary):
        return (), ()
    if thing.rest is not None:
        return (), (*thing.items.values(), thing.rest)
    return tuple(Const(key) for key in thing.items), tuple(thing.items.values())


def _children(machine: Machine, args: Arguments) -> tuple[tuple[Value, ...], bool]:
    """The modules that are given, and whether there may be others among them."""
    found: list[Value] = []
    loose = args.open
    for value in args.pos:
        thing = machine.load(value)
        if isinstance(thing, Sequence):
            found.extend(machine.members(thing))
            loose = loose or thing.items is None
        elif isinstance(thing, Dictionary):
            found.extend(thing.items.values())
        else:
            found.append(value)
    return tuple(found), loose


@registry.root("torch", "torch.nn.functional")
def operation(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """`torch.f(...)`: an operation on tensors."""
    short = ops.torch_name(name)
    inputs = list(args.pos)
    kw = dict(args.kw)
    for key in ("input", "tensors"):
        if key in kw:
            inputs.insert(0, kw.pop(key))
    if not any(machine.edges(value) for value in (*inputs, *kw.values())):
        if short in _HARMLESS:
            return machine.data(node)
    out = kw.pop("out", None)
    if out is not None and out != Const(None):
        return _into(machine, name, inputs, out, node)
    return finish(machine, name, inputs, kw, node)


_HARMLESS = frozenset(
    "manual_seed device load save set_default_dtype get_default_dtype is_tensor seed Size".split()
)


def _into(machine: Machine, name: str, inputs: list[Value], out: Value, node: cst.CSTNode) -> Value:
    """`out=` writes the result somewhere; autograd refuses if anything requires grad."""
    for value in (*inputs, out):
        array = machine.array(value)
        if array is not None and machine.recording and TORCH in array.tracked and not array.maybe:
            machine.flow.out_arguments.append(OutArgument(machine.place(node), name, array, machine.certain))
            break
    if isinstance(out, Ref) and machine.array(out) is not None:
        array = machine.array(out)
        if array is not None and not array.tracked:
            inplace.write(machine, out, "method", "copy_", inputs, node)
        return out
    return machine.unknown(node, [(value, "value") for value in inputs])
