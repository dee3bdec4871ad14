"""PyTorch functions: tensors are made, wrapped, switched, optimised and differentiated."""

from __future__ import annotations

from dataclasses import replace

import libcst as cst

from gradlint.flow import inplace, ops, registration, registry, training
from gradlint.flow.apply import apply, dtype_named
from gradlint.flow.arithmetic import dtype_of, shape_of
from gradlint.flow.asking import Groups, groups
from gradlint.flow.calls import Arguments
from gradlint.flow.facts import IntegerSource, NonScalar, OptimizerParam, OutArgument, Sink
from gradlint.flow.graph import GRADIENT, NOBODY, TORCH, EdgeRole, Pause, Recorders, Source
from gradlint.flow.iterate import elements_of
from gradlint.flow.machine import DATA, DISTRIBUTION, Machine
from gradlint.flow.shape_rules import wanted_shape
from gradlint.flow.shapes import size
from gradlint.flow.values import (
    Array,
    Const,
    Dictionary,
    Dtype,
    Layer,
    Lib,
    Manager,
    Object,
    Params,
    Ref,
    Sequence,
    Transform,
    Unknown,
    Value,
)

LAYER_OPTIONS = ("inplace", "reduction", "max_norm", "bias", "dim")


# -- making tensors -----------------------------------------------------------------------


@registry.function("torch.tensor")
def tensor(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """Always a copy: whatever carried a gradient is left behind."""
    data = args.get(0, "data") or Const(0.0)
    return _leaf_or_copy(machine, data, args, node, name)


def _leaf_or_copy(
    machine: Machine, data: Value, args: Arguments, node: cst.CSTNode, name: str, dtype: Dtype | None = None
) -> Value:
    wants = args.flag("requires_grad")
    dtype = dtype or dtype_named(args.get(-1, "dtype")) or dtype_of(machine, data)
    shape = shape_of(machine, data)
    if wants:
        if dtype in ("int", "bool"):
            note_integer(machine, node, "requires_grad", name)
        return machine.source(
            "torch", "leaf", node, op=name, inputs=((data, "value"),), cut="copy", dtype=dtype, shape=shape,
            tracked=frozenset({TORCH}),
        )  # fmt: skip
    result = machine.compute("torch", name, node, ((data, "value"),), dtype=dtype, shape=shape, cut="copy")
    return _maybe_flagged(machine, result, args)


def _maybe_flagged(machine: Machine, ref: Ref, args: Arguments) -> Ref:
    """requires_grad=<something unknown>: perhaps."""
    array = machine.array(ref)
    if array is not None and "requires_grad" in args.kw and args.flag("requires_grad") is None:
        machine.update(ref, replace(array, maybe=True, tracked=frozenset({TORCH})))
    return ref


def note_integer(machine: Machine, node: cst.CSTNode, how: str, what: str) -> None:
    machine.flow.integer_sources.append(
        IntegerSource(
            machine.place(node), "torch", "parameter" if how == "parameter" else "requires_grad", what
        )
    )


@registry.function(
    "torch.as_tensor", "torch.asarray", "torch.Tensor", "torch.from_numpy", "torch.DoubleTensor"
)
def as_tensor(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    data = args.get(0, "data") or args.get(0, "obj")
    if data is None:
        return fresh(machine, name, args, node, "float")
    array = machine.array(data)
    if array is not None and array.lang == "torch":
        return data
    if isinstance(data, Unknown) and name == "torch.from_numpy":
        return machine.compute("torch", name, node, ())  # of an ndarray: there is no gradient to keep
    if isinstance(data, Unknown):
        return Unknown(machine.node(name, machine.place(node), ((data, "value"),)), "torch")
    if name in ("torch.Tensor", "torch.DoubleTensor"):
        if isinstance(data, Const) or (array is not None and array.lang == "python"):
            return fresh(machine, name, args, node, "float")  # sizes, not values
        return _leaf_or_copy(machine, data, args, node, name, "float")
    if array is not None:
        dtype = dtype_named(args.get(-1, "dtype")) or array.dtype
        return machine.compute("torch", name, node, ((data, "value"),), dtype=dtype, shape=array.shape)
    return _leaf_or_copy(machine, data, args, node, name)


def fresh(machine: Machine, name: str, args: Arguments, node: cst.CSTNode, dtype: Dtype | None) -> Value:
    """A new tensor with constant or random content."""
    dtype = dtype_named(args.get(-1, "dtype")) or dtype
    shape = wanted_shape(machine, args.pos, args.kw, node)
    if args.flag("requires_grad"):
        if dtype in ("int", "bool"):
            note_integer(machine, node, "requires_grad", name)
        return machine.source(
            "torch", "leaf", node, op=name, dtype=dtype, shape=shape, tracked=frozenset({TORCH})
        )
    return _maybe_flagged(machine, machine.compute("torch", name, node, (), dtype=dtype, shape=shape), args)


def _float_factory(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    short = name.rpartition(".")[2]
    if short == "normal" and any(machine.edges(value) for value in args.all()):
        return machine.compute("torch", short, node, args.flows(), dtype="float", cut="sample")
    if short in ("linspace", "logspace"):
        count = args.get(2, "steps")
        return fresh(machine, name, Arguments((count,) if count else (), args.kw), node, "float")
    if short == "eye":
        side = args.get(0, "n")
        other = args.get(1, "m") or side
        return fresh(
            machine, name, Arguments((side, other) if side and other else (), args.kw), node, "float"
        )
    return fresh(machine, name, args, node, "float")


def _integer_factory(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    short = name.rpartition(".")[2]
    dtype: Dtype = "int"
    pos = args.pos
    if short == "arange":
        kinds = [dtype_of(machine, value) for value in args.pos]
        if "float" in kinds:
            dtype = "float"
        elif any(kind is None for kind in kinds):
            return fresh(machine, name, Arguments((), args.kw), node, None)
        pos = args.pos if len(args.pos) == 1 and dtype == "int" else ()
    elif short == "randint":
        pos = next(((each,) for each in args.pos if isinstance(machine.load(each), Sequence)), ())
    return fresh(machine, name, Arguments(pos, args.kw), node, dtype)


def _full(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    value = args.get(1, "fill_value")
    made = fresh(
        machine, name, Arguments(args.pos[:1], args.kw), node, dtype_of(machine, value) if value else None
    )
    if value is not None and machine.edges(value):
        array = machine.array(made)
        shape = array.shape if array is not None else None
        return machine.compute(
            "torch", name, node, ((value, "value"),), dtype="float", shape=shape, cut="copy"
        )
    return made


def _like(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    model = args.get(0, "input")
    array = machine.array(model)
    dtype = dtype_named(args.get(-1, "dtype")) or (array.dtype if array else None)
    shape = array.shape if array else None
    if args.flag("requires_grad"):
        return machine.source(
            "torch", "leaf", node, op=name, dtype=dtype, shape=shape, tracked=frozenset({TORCH})
        )
    return _maybe_flagged(machine, machine.compute("torch", name, node, (), dtype=dtype, shape=shape), args)


@registry.function("torch.nn.Parameter", "torch.nn.parameter.Parameter")
def parameter(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    data = args.get(0, "data")
    array = machine.array(data)
    wants = args.flag("requires_grad", 1)
    if wants is not False and array is not None and array.dtype in ("int", "bool"):
        note_integer(machine, node, "parameter", name)
    unsure = wants is None and ("requires_grad" in args.kw or len(args.pos) > 1)
    tracked: Recorders = NOBODY if wants is False else frozenset({TORCH})
    made = machine.source(
        "torch",
        "parameter",
        node,
        op="nn.Parameter() in forward" if machine.forwards else name,
        inputs=((data, "value"),) if data is not None else (),
        cut="copy",
        tracked=tracked,
        dtype=array.dtype if array else None,
        shape=array.shape if array else None,
        parameter=True,
    )
    stored = machine.array(made)
    if unsure and stored is not None:
        machine.update(made, replace(stored, maybe=True))
    return made


@registry.function("torch.autograd.Variable")
def variable(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    data = args.get(0, "data") or Const(0.0)
    if args.flag("requires_grad", 1):
        return _leaf_or_copy(machine, data, args, node, name)
    return data


# -- recording ----------------------------------------------------------------------------


@registry.function("torch.no_grad", "torch.inference_mode", "torch.enable_grad")
def manager(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    kinds = {"torch.no_grad": "grad_off", "torch.inference_mode": "inference", "torch.enable_grad": "grad_on"}
    if args.pos and name != "torch.inference_mode":  # torch.no_grad()(f), or used on a function
        made = manager(machine, name, Arguments(), node)
        thing = machine.load(made)
        kind = thing.kind if isinstance(thing, Manager) else "unknown"
        return Transform(kind, args.pos[0], (), machine.place(node))
    if args.flag("mode", 0) is False:
        return machine.alloc(Manager("unknown", machine.place(node)))
    return machine.alloc(Manager(kinds[name], machine.place(node)))  # type: ignore[arg-type]


@registry.function("torch.set_grad_enabled", "torch._C._set_grad_enabled")
def set_grad_enabled(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """Takes effect at once; as a context manager it is undone at the end of the block."""
    wanted = args.flag("mode", 0)
    place = machine.place(node)
    if wanted is False:
        machine.context = replace(machine.context, pause=Pause("call", place))
        return machine.alloc(Manager("grad_off", place))
    machine.context = replace(machine.context, pause=None)
    return machine.alloc(Manager("grad_on", place))


# -- asking -------------------------------------------------------------------------------


def backward(machine: Machine, target: Value, args: Arguments, node: cst.CSTNode) -> Value:
    array = machine.array(target)
    nodes = tuple(edge.node for edge in machine.edges(target))
    sink = Sink("backward", machine.place(node), TORCH, nodes, array, None)
    machine.flow.sinks.append(sink)
    inplace.note_clobbers(machine, sink)
    training.note_backward(
        machine,
        sink,
        args.flag("retain_graph", 1) if "retain_graph" in args.kw or len(args.pos) > 1 else False,
        args.flag("create_graph", 2) is True,
    )
    given = args.get(0, "gradient") or args.get(-1, "grad_tensors")
    if array is not None and (given is None or given == Const(None)):
        total = size(array.shape)
        if array.shape is not None and (total is None or total != 1) and array.lang == "torch":
            machine.flow.nonscalars.append(NonScalar(machine.place(node), "torch", array.shape, "backward"))
    return Const(None)


@registry.function("torch.autograd.backward")
def autograd_backward(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    targets = args.get(0, "tensors")
    if targets is not None:
        for each in elements_of(machine, targets, node)[0] or [targets]:
            backward(machine, each, Arguments((), {"gradient": Const(1.0)}), node)
    return Const(None)


@registry.function("torch.autograd.grad")
def autograd_grad(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    outputs, inputs = args.get(0, "outputs"), args.get(1, "inputs")
    if outputs is None or inputs is None:
        return machine.unknown(node, args.flows())
    asked, arrays = sources_in(machine, inputs, node)
    targets = tuple(edge.node for edge in machine.edges(outputs))
    sink = Sink("autograd.grad", machine.place(node), TORCH, targets, machine.array(outputs), asked)
    machine.flow.sinks.append(sink)
    inplace.note_clobbers(machine, sink)
    higher = args.flag("create_graph", 3)
    made: list[Value] = []
    for array in arrays or [None]:
        flows: list[tuple[Value, EdgeRole]] = []
        if higher is not False and "create_graph" in args.kw:
            flows = [(outputs, "value"), (inputs, "value")]
        made.append(
            machine.compute(
                "torch", GRADIENT, node, flows, dtype="float", shape=array.shape if array else None
            )
        )
    if isinstance(machine.load(inputs), Params) or arrays is None:
        return machine.alloc(Sequence("tuple", None, made[0]))
    return machine.alloc(Sequence("tuple", tuple(made)))


def sources_in(machine: Machine, value: Value, node: cst.CSTNode) -> tuple[Groups, list[Array | None] | None]:
    """The sources named in a list of inputs: grouped as they were named, and as arrays."""
    found = groups(machine, value)
    thing = machine.load(value)
    if isinstance(thing, Array):
        return found, [thing]
    if isinstance(thing, Sequence) and thing.items is not None:
        return found, [machine.array(each) for each in thing.items]
    return found, None


# -- optimizers, initialisers, data -------------------------------------------------------


def optimizer(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    params = args.get(0, "params") or args.get(0, "parameters")
    if params is not None:
        for ref in optimised_arrays(machine, params, node):
            array = machine.array(ref)
            if array is not None:
                machine.flow.optimizer_params.append(OptimizerParam(machine.place(node), array, array.name))
                machine.flow.optimised.add(array.node)
                _as_intended(machine, ref, array, node)
                if _rate_is_quotient(node):
                    machine.rescaled.add(array.node.id)
    made = machine.alloc(Object(name, (params,) if params is not None else ()))
    held = (
        {ref for ref in optimised_arrays(machine, params, node) if isinstance(ref, Ref)}
        if params is not None
        else set()
    )
    registration.note_optimizer(machine, made, held)
    return made


def _rate_is_quotient(node: cst.CSTNode) -> bool:
    """`lr=0.1 / k`: whoever divides the rate has thought of how many gradients are summed."""
    if not isinstance(node, cst.Call):
        return False
    named = [each.value for each in node.args if each.keyword is not None and each.keyword.value == "lr"]
    second = [each.value for each in node.args[1:2] if each.keyword is None]
    return any(
        isinstance(each, cst.BinaryOperation) and isinstance(each.operator, cst.Divide)
        for each in [*named, *second]
    )


def _as_intended(machine: Machine, ref: Value, array: Array, node: cst.CSTNode) -> None:
    """An optimizer refuses what is no leaf; go on as if it had been one."""
    if isinstance(ref, Ref) and TORCH in array.tracked and not array.leaf and not array.parameter:
        made = machine.node("leaf", machine.place(node), source=Source("leaf", array.name))
        machine.update(ref, replace(array, node=made, leaf=True))


def optimised_arrays(machine: Machine, params: Value, node: cst.CSTNode) -> list[Value]:
    """The arrays handed to an optimizer, through lists and parameter groups."""
    thing = machine.load(params)
    if isinstance(thing, Array):
        return [params]
    if isinstance(thing, Dictionary):
        return optimised_arrays(machine, thing.items["params"], node) if "params" in thing.items else []
    if isinstance(thing, (Sequence, Params)):
        elements, _ = elements_of(machine, params, node)
        return [ref for each in elements for ref in optimised_arrays(machine, each, node)]
    return []


@registry.root("torch.nn.init")
def initialiser(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
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
    "torch.compile", "torch.jit.script", "torch.jit.export", "torch.jit.ignore", "torch.compiler.disable"
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


# -- layers -------------------------------------------------------------------------------


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
    if short in ("ModuleDict", "ParameterDict"):
        keys, children = _named_children(machine, args)
    elif short in ("Sequential", "ModuleList", "ParameterList"):
        children = _children(machine, args, node)
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
    made = machine.alloc(Layer("torch", short, options, params, children, keys))
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


def _children(machine: Machine, args: Arguments, node: cst.CSTNode) -> tuple[Value, ...]:
    found: list[Value] = []
    for value in args.pos:
        thing = machine.load(value)
        if isinstance(thing, Sequence):
            found.extend(machine.members(thing))
        elif isinstance(thing, Dictionary):
            found.extend(thing.items.values())
        else:
            found.append(value)
    return tuple(found)


# -- every other function -----------------------------------------------------------------


@registry.transforms("grad_off", "inference", "grad_on")
def decorated(machine: Machine, value: Transform, args: Arguments, node: cst.CSTNode) -> Value:
    """A function under @torch.no_grad(): recording is off while it runs, seen from its caller."""
    pause = (
        Pause("decorator", machine.place(node), value.kind == "inference")
        if value.kind != "grad_on"
        else None
    )
    before = machine.context.pause
    machine.context = replace(machine.context, pause=pause)
    try:
        return machine.invoke(value.func, args, node)
    finally:
        machine.context = replace(machine.context, pause=before)


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
        return _into(machine, name, inputs, kw, out, node)
    from gradlint.flow.torch_methods import finish

    return finish(machine, name, inputs, kw, node)


_HARMLESS = frozenset(
    "manual_seed device load save set_default_dtype get_default_dtype is_tensor seed Size".split()
)


def _into(
    machine: Machine, name: str, inputs: list[Value], kw: dict[str, Value], out: Value, node: cst.CSTNode
) -> Value:
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


def install() -> None:
    """Register the functions whose names come from the tables."""
    sets = ops.torch_table().sets
    for short in sets.get("factories_float", frozenset()):
        registry.functions([f"torch.{short}"], _float_factory)
    by_argument = frozenset({"tensor", "as_tensor", "asarray", "full"})
    for short in sets.get("factories_int", frozenset()) - by_argument:
        registry.functions([f"torch.{short}"], _integer_factory)
    for short in sets.get("factories_like", frozenset()):
        registry.functions([f"torch.{short}"], _like)
    registry.functions(["torch.full"], _full)
    for short in sets.get("optimizers", frozenset()) | {"Optimizer"}:
        registry.functions([f"torch.optim.{short}"], optimizer)
