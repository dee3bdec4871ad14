"""PyTorch functions: layers are made, and every operation that has no module of its own."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain import op_facts
from gradlint.analysis.domain.facts import OutArgument
from gradlint.analysis.domain.graph import NOBODY, TORCH
from gradlint.analysis.domain.misuses import ReentrantCheckpoint
from gradlint.analysis.domain.state import DATA, DISTRIBUTION, SCOPE
from gradlint.analysis.domain.values import (
    Const,
    Dictionary,
    Layer,
    Lib,
    Method,
    Object,
    Ref,
    Sequence,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter import inplace_writes, registry
from gradlint.analysis.interpreter.assignment import gradient_owner
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.events import GradientSet
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.libraries.common.apply_operation import apply
from gradlint.analysis.libraries.torch.operations import finish
from gradlint.analysis.monitors import (
    accelerated,
    loss_scaling,
    one_pass,
    precision,
    recomputed,
    registration,
    training_step,
)
from gradlint.core.records import replace
from gradlint.knowledge.names.torch import CHECKPOINT_OPTIONS, HARMLESS_FUNCTIONS, KEYED, LOCATION_FAMILIES


@registry.root("torch.nn.init")
def initialiser(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if "calculate" in name:  # a gain or a fan: a number that depends on the shape alone
        return machine.data(node)
    target = args.get(0, "tensor")
    if isinstance(target, Ref) and machine.array(target) is not None:
        number = args.get(1, "val")
        given = [number] if isinstance(number, Const) else []
        inplace_writes.write(machine, target, "init", name.rpartition(".")[2], given, node, recording=False)
    return target if target is not None else Const(None)


@registry.function("torch._foreach_zero_", "torch._foreach_mul_")
def write_each(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """`torch._foreach_zero_([p.grad for p in params])`"""
    elements, whole = elements_of(machine, args.pos[0], node) if args.pos else ([], True)
    for each in elements:
        array = machine.array(each)
        owner = gradient_owner(array.node) if array is not None else None
        if owner is not None:
            machine.announce(GradientSet(owner, Const(None), node))
    if not whole:
        machine.announce(GradientSet(machine.unknown(node).node, Const(None), node))
    return Const(None)


@registry.function("torch.nn.SyncBatchNorm.convert_sync_batchnorm")
def converted(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """The same module with other normalisations inside."""
    return args.get(0, "module") or machine.unknown(node)


@registry.root("torch.utils.data")
def data_source(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.alloc(Object(f"data:{name}", args.pos))


@registry.root("torch.distributions")
def distribution(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    short = name.rpartition(".")[2]
    if short.endswith("kl_divergence"):
        return apply(machine, "torch", name, args.pos, args.kw, node)
    moved = args.get(1 if short.startswith("Student") else 0, "loc") if short in LOCATION_FAMILIES else None
    options = {"loc": moved} if moved is not None and not args.open else {}
    return machine.alloc(Object(f"{DISTRIBUTION}{name}", args.all(), options))


@registry.function("torch.nn.utils.rnn.pad_packed_sequence")
def padded_again(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """The sequences, and how long each of them is."""
    padded = machine.unknown(node, args.flows(), name)
    lengths = machine.compute("torch", "lengths", node, (), dtype="int")
    return machine.alloc(Sequence("tuple", (padded, lengths)))


@registry.function("torch.utils.checkpoint.checkpoint")
def checkpoint(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    func = args.get(0, "function")
    if func is None:
        return machine.unknown(node)
    _note_reentrant(machine, func, args.pos[1:], args, node)
    plain = {key: value for key, value in args.kw.items() if key not in CHECKPOINT_OPTIONS}
    return _recomputed(machine, func, Arguments(args.pos[1:], plain), args, node)


@registry.function("torch.utils.checkpoint.checkpoint_sequential")
def checkpoint_sequential(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    functions, given = args.get(0, "functions"), args.get(2, "input")
    if functions is None or given is None:
        return machine.unknown(node, args.flows(), name)
    _note_reentrant(machine, functions, (given,), args, node)
    if isinstance(machine.load(functions), Layer):
        return _recomputed(machine, functions, Arguments((given,)), args, node)
    for each in elements_of(machine, functions, node)[0]:
        given = _recomputed(machine, each, Arguments((given,)), args, node)
    return given


def _note_reentrant(
    machine: Machine, func: Value, given: tuple[Value, ...], args: Arguments, node: cst.CSTNode
) -> None:
    """A reentrant checkpoint records its function only if something that it is given asks for a gradient."""
    owner = func.receiver if isinstance(func, Method) else func
    if args.flag("use_reentrant") is not False and machine.parameters_of(owner):
        if given and all(_is_plain(machine, value) for value in given):
            machine.misuse(node, ReentrantCheckpoint, "torch")


def _recomputed(machine: Machine, func: Value, given: Arguments, args: Arguments, node: cst.CSTNode) -> Value:
    """The function runs now, and once more in the backward pass."""
    since = machine.fresh()
    machine.around.recomputed += 1
    result = machine.invoke(func, given, node)
    machine.around.recomputed -= 1
    if args.flag("preserve_rng_state") is False and recomputed.draws(machine, result, since):
        machine.fault(node, "random-recomputation")
    recomputed.note_computed(machine, result, since, args.flag("use_reentrant") is not False)
    return result


def _is_plain(machine: Machine, value: Value) -> bool:
    """Surely without a gradient: data, or a tensor that does not require grad."""
    array = machine.array(value)
    if array is not None:
        return not array.tracked and not array.maybe
    return isinstance(value, Unknown) and value.node.op == DATA and value.node.source is None


@registry.function(
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
                   "torch.nn.utils.clip_grads_with_norm_",
                   "torch.nn.utils.clip_grad.clip_grad_norm_")  # fmt: skip
def clip_gradients(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    accelerated.note_clip(machine, node)
    one_pass.drain(machine, args.get(0, "parameters"), "clip", node)
    training_step.note_clip(machine, args.get(0, "parameters"), node)
    return machine.data(node)


@registry.root("torch.amp", "torch.cuda", "torch.optim.lr_scheduler", "torch.backends", "torch.random",
               "torch.utils", "torch.version", "torch.distributed", "torch.profiler", "torch.hub",
               "torch.multiprocessing", "torch.testing")  # fmt: skip
def elsewhere(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if name.endswith("GradScaler"):
        scaler = Object("torch.GradScaler", args.pos, args.kw)
        loss_scaling.note_scaler(machine, scaler)
        return machine.alloc(scaler)
    if name.endswith("autocast"):
        return autocast(machine, name, args, node)
    return machine.unknown(node, args.flows(), name)


@registry.function("torch.autocast", "torch.amp.autocast", "torch.cuda.amp.autocast")
def autocast(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """What is computed inside in half precision; by default float16 on a GPU, bfloat16 on a CPU."""
    device = args.get(0, "device_type")
    default = "float16" if "cuda" in name or device == Const("cuda") else ""
    given = args.get(1, "dtype")
    dtype = default if given is None else precision.precision_named(given) or ""
    if args.flag("enabled") is False or ("enabled" in args.kw and args.flag("enabled") is None):
        dtype = ""
    machine.about.coarse = machine.about.coarse or bool(dtype)
    return machine.alloc(Object(f"{SCOPE}autocast", (), {"dtype": Const(dtype)}))


@registry.root("torch.nn")
def module(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """`torch.nn.X(...)`: a layer with or without parameters of its own."""
    short = name.removeprefix("torch.nn.")
    if not short[:1].isupper() or ("." in short and not short.endswith("__")):
        return machine.unknown(node, args.flows(), name)  # a function, or one of a class
    options = {key: value for key, value in args.kw.items()}
    options.update({str(position): value for position, value in enumerate(args.pos)})
    children: tuple[Value, ...] = ()
    keys: tuple[Value, ...] = ()
    loose = False
    if short in KEYED:
        keys, children = _named_children(machine, args)
    elif short in ("Sequential", "ModuleList", "ParameterList"):
        children, loose = _children(machine, args)
    params: Ref | None = None
    if _has_weights(short, args):
        params = machine.source(
            "torch", "parameter", node, op=name, tracked=frozenset({TORCH}), dtype="float", parameter=True
        )
        array = machine.array(params)
        if array is not None and array.node.source is not None:
            array.node.source.kind = "module"
    made = machine.alloc(Layer("torch", short, options, params, children, keys, loose=loose))
    if params is not None:
        registration.note_new(machine, made, "torch", f"nn.{short}", node)
        if coarse := precision.precision_named(args.kw.get("dtype")):
            precision.set_precision(machine, made, coarse, node)
    return made


@registry.function("torch.nn.Embedding.from_pretrained", "torch.nn.EmbeddingBag.from_pretrained")
def pretrained(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """A table with given rows: frozen, unless it is told otherwise."""
    given = args.get(1, "freeze")
    learns = given is not None and given != Const(True)
    kind = name.removesuffix(".from_pretrained")
    params = machine.source(
        "torch",
        "module",
        node,
        op=kind,
        tracked=frozenset({TORCH}) if learns else NOBODY,
        dtype="float",
        parameter=True,
    )
    array = machine.array(params)
    if array is not None and learns and given != Const(False):
        machine.update(params, replace(array, maybe=True))  # what was asked for is not known
    made = machine.alloc(Layer("torch", kind.removeprefix("torch.nn."), {}, params))
    registration.note_new(machine, made, "torch", f"nn.{kind.rpartition('.')[2]}", node)
    return made


def _has_weights(short: str, args: Arguments) -> bool:
    """A normalisation has a scale and a shift of its own only if it is asked for them."""
    position, word = NORMALISING.get(short.removeprefix("Sync").rstrip("123d"), (None, ""))
    flag = None if position is None else args.get(position, word)
    if isinstance(flag, Const):
        return bool(flag.value)
    return op_facts.in_torch("module_with_parameters", short) or short.startswith("Lazy")


NORMALISING = {
    **dict.fromkeys(("BatchNorm", "GroupNorm", "InstanceNorm"), (3, "affine")),
    **dict.fromkeys(("LayerNorm", "RMSNorm"), (2, "elementwise_affine")),
}
"""Where these layers are told whether to have weights, and by which name."""


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
            found.extend((*thing.items.values(), *((thing.rest,) if thing.rest is not None else ())))
            loose = loose or thing.rest is not None
        else:
            found.append(value)
    return tuple(found), loose


@registry.root("torch", "torch.nn.functional")
def operation(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """`torch.f(...)`: an operation on tensors."""
    short = op_facts.torch_name(name)
    inputs = list(args.pos)
    kw = dict(args.kw)
    for key in ("input", "tensors"):
        if key in kw:
            inputs.insert(0, kw.pop(key))
    if not any(machine.edges(value) for value in (*inputs, *kw.values())):
        if short in HARMLESS_FUNCTIONS:
            return machine.data(node)
    if short[:1].isupper():  # torch.GradScaler(): a class, and no tensor comes of it
        return elsewhere(machine, name, args, node)
    out = kw.pop("out", None)
    if out is not None and out != Const(None):
        return _into(machine, name, inputs, out, node)
    return finish(machine, name, inputs, kw, node)


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
            inplace_writes.write(machine, out, "method", "copy_", inputs, node)
        return out
    return machine.unknown(node, [(value, "value") for value in inputs])
