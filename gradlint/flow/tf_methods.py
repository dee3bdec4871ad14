"""TensorFlow and Keras methods: tensors, variables, tapes, layers and models."""

from __future__ import annotations

from dataclasses import replace

import libcst as cst

from gradlint.flow import accumulation, registry
from gradlint.flow.asking import groups
from gradlint.flow.calls import Arguments
from gradlint.flow.expressions import shape_value
from gradlint.flow.facts import BadSource, IntegerSource, Misuse, NonScalar, Sink, TapeUse
from gradlint.flow.graph import (
    GRADIENT,
    NO_GRADIENT,
    SPARSE_GRADIENT,
    EdgeRole,
    Node,
    Recorder,
    Source,
    trace,
)
from gradlint.flow.inplace import note_host_call
from gradlint.flow.iterate import elements_of
from gradlint.flow.lib_tf import keras_loss
from gradlint.flow.machine import ADDED_LOSSES, Machine
from gradlint.flow.values import (
    Array,
    Const,
    Dictionary,
    Instance,
    Layer,
    Lib,
    Manager,
    Object,
    Params,
    Ref,
    Sequence,
    Tape,
    Unknown,
    Value,
)


@registry.methods("tensorflow")
def tensor_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    array = machine.array(receiver)
    assert array is not None
    if name in ("numpy", "__array__", "eval"):
        note_host_call(machine, node, f".{name}()", receiver, "conversion")
        return machine.compute(
            "numpy",
            name,
            node,
            ((receiver, "value"),),
            dtype=array.dtype,
            shape=array.shape,
            cut="conversion",
        )
    if name in ("assign", "assign_add", "assign_sub", "scatter_nd_update", "scatter_update"):
        return _assign(machine, receiver, array, name, args, node)
    if name in ("get_shape",):
        return shape_value(machine, array.shape, node)
    if name in ("set_shape", "ndims", "dtype"):
        return machine.data(node)
    return machine.compute(
        "tensorflow", name, node, ((receiver, "value"), *args.flows()), dtype=array.dtype,
        shape=array.shape if name in ("value", "read_value") else None,
    )  # fmt: skip


def _assign(
    machine: Machine, ref: Value, array: Array, name: str, args: Arguments, node: cst.CSTNode
) -> Value:
    """A variable takes over a number; while a tape records, what the number came from is left behind."""
    if args.pos and name == "assign_sub":
        accumulation.note_step(machine, args.pos[0])
    elif args.pos:
        accumulation.note_assigned(machine, array, name, args.pos[0], node)
    if machine.context.tapes and array.variable and isinstance(ref, Ref):
        flows: list[tuple[Value, EdgeRole]] = [*args.flows()]
        made = machine.node(name, machine.place(node), flows, cut="state", source=array.node.source)
        machine.update(ref, replace(array, node=made))
    return ref


# -- tapes --------------------------------------------------------------------------------


@registry.methods(Tape)
def tape_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    tape = machine.load(receiver)
    assert isinstance(tape, Tape) and isinstance(receiver, Ref)
    if name == "watch":
        return _watch(machine, tape, args, node)
    if name in ("gradient", "jacobian", "batch_jacobian"):
        return _gradient(machine, receiver, tape, name, args, node)
    if name == "stop_recording":
        return machine.alloc(Manager("stop_recording", machine.place(node), tape.recorder))
    if name == "reset":
        tape.recorder.resets.append((machine.fresh(), machine.place(node)))
        machine.update(receiver, replace(tape, consumed=False))
    return machine.data(node)


def _watch(machine: Machine, tape: Tape, args: Arguments, node: cst.CSTNode) -> Value:
    place = machine.place(node)
    if tape.entered is False and tape.recorder not in machine.context.tapes:
        machine.flow.tape_uses.append(TapeUse(place, "watch-before-with", tape.recorder))
    watched = args.get(0, "tensor")
    if watched is None:
        return Const(None)
    for value in _listed(machine, watched, node):
        array = machine.array(value)
        if array is None or not isinstance(value, Ref):
            continue
        if array.lang == "numpy":
            machine.flow.bad_sources.append(BadSource(place, tape.recorder, array, "ndarray", array.name))
            continue
        if array.dtype in ("int", "bool"):
            machine.flow.integer_sources.append(IntegerSource(place, "tensorflow", "watch", array.name))
        if array.node.source is None:
            array.node.source = Source("leaf", array.name, place)
        elif array.node.source.flagged is None:
            array.node.source.flagged = place
        machine.update(value, replace(array, tracked=array.tracked | {tape.recorder}))
    return Const(None)


def _listed(machine: Machine, value: Value, node: cst.CSTNode) -> list[Value]:
    """One tensor, or those of a list or dictionary."""
    thing = machine.load(value)
    if isinstance(thing, Dictionary):
        return list(thing.items.values())
    return elements_of(machine, value, node)[0] if _is_list(machine, value) else [value]


def _is_list(machine: Machine, value: Value) -> bool:
    return isinstance(machine.load(value), (Sequence, Dictionary, Params))


def _gradient(
    machine: Machine, receiver: Ref, tape: Tape, name: str, args: Arguments, node: cst.CSTNode
) -> Value:
    target, sources = args.get(0, "target"), args.get(1, "sources")
    if target is None or sources is None:
        return machine.unknown(node, args.flows())
    place = machine.place(node)
    _note_use(machine, receiver, tape, node)
    if _swapped(machine, target, sources):
        machine.misuse(node, "swapped-gradient", "tensorflow")
        return machine.unknown(node)
    before = len(machine.flow.bad_sources)
    _check_sources(machine, tape.recorder, sources, node)
    asked = groups(machine, sources)
    targets = tuple(edge.node for edge in machine.edges(target))
    array = machine.array(target)
    _check_inner_gradient(machine, tape.recorder, targets)
    if len(machine.flow.bad_sources) == before:
        machine.flow.sinks.append(Sink("tape", place, tape.recorder, targets, array, asked, machine.fresh()))
    if name == "gradient" and array is not None and array.node.op == "softmax" and array.lang == "tensorflow":
        machine.flow.nonscalars.append(NonScalar(place, "tensorflow", array.shape, "softmax"))
    zero = args.get(2, "unconnected_gradients")
    if zero is not None and (
        zero == Const("zero") or (isinstance(zero, Lib) and zero.name.endswith(".ZERO"))
    ):
        machine.flow.zeroed_sinks.append(place)
        return _results(machine, target, sources, node, {})
    fates = _fates(machine, tape.recorder, targets, asked) if len(machine.flow.bad_sources) == before else {}
    return _results(machine, target, sources, node, fates if name == "gradient" else {})


def _fates(
    machine: Machine, recorder: Recorder, targets: tuple[Node, ...], asked: tuple[tuple[Node, ...], ...]
) -> dict[Node, str]:
    """What the tape gives for each source that is not a plain tensor: None, or slices of a table."""
    if len(targets) != 1:
        return {}
    each = trace(targets[0], recorder, machine.fresh())
    if any(source.source is not None and source.source.kind == "unknown" for source in each.live):
        return {}
    found: dict[Node, str] = {}
    for node in (node for group in asked for node in group):
        uses = [consumer.op for consumer, edge in each.consumers.get(node, ()) if recorder in edge.tracked]
        entering = node.source is not None and node.source.kind in ("variable", "module")
        if node not in each.live and not each.lost(node) and entering and each.live:
            found[node] = NO_GRADIENT
        elif uses and all(use in ("gather", "embedding_lookup", "Embedding") for use in uses):
            found[node] = SPARSE_GRADIENT
    return found


def _swapped(machine: Machine, target: Value, sources: Value) -> bool:
    """tape.gradient(weights, loss)"""
    wanted = machine.array(target)
    given = machine.array(sources)
    thing = machine.load(target)
    listed = [machine.array(each) for each in machine.members(thing)] if isinstance(thing, Sequence) else []
    several = bool(listed) and all(each is not None and each.variable for each in listed)
    weights = several or isinstance(thing, Params) or (wanted is not None and wanted.variable)
    return weights and given is not None and not given.variable and bool(given.node.edges)


def _check_inner_gradient(machine: Machine, recorder: Recorder, targets: tuple[Node, ...]) -> None:
    """The target is a gradient that another tape gave after this one had closed."""
    stack, seen = list(targets), set(targets)
    while stack and len(seen) < 200:
        here = stack.pop()
        if here.op == GRADIENT and not here.recorded_by(recorder):
            if any(edge.node.recorded_by(recorder) for edge in here.edges):
                machine.flow.misuses.append(Misuse(here.place, "inner-gradient", "tensorflow"))
            continue
        for edge in here.edges:
            if edge.node not in seen and edge.role != "index":
                seen.add(edge.node)
                stack.append(edge.node)


def _note_use(machine: Machine, receiver: Ref, tape: Tape, node: cst.CSTNode) -> None:
    place = machine.place(node)
    if not tape.recorder.persistent and tape.consumed is True:
        machine.flow.tape_uses.append(TapeUse(place, "consumed", tape.recorder, tape.consumed_at))
    elif tape.entered is False and tape.recorder not in machine.context.tapes:
        machine.flow.tape_uses.append(TapeUse(place, "never-entered", tape.recorder))
    machine.update(receiver, replace(tape, consumed=True, consumed_at=place))


def _check_sources(machine: Machine, recorder: Recorder, sources: Value, node: cst.CSTNode) -> None:
    place = machine.place(node)
    thing = machine.load(sources)
    listed = _listed(machine, sources, node)
    if isinstance(thing, Params):
        _check_weights(machine, recorder, thing, node)
        return
    for value in listed:
        array = machine.array(value)
        if isinstance(value, Const) and isinstance(value.value, (int, float)):
            continue
        if array is None or array.maybe or _already_bad(machine, recorder, array):
            continue
        if array.lang in ("numpy", "python"):
            reason = "ndarray" if array.lang == "numpy" else "number"
            machine.flow.bad_sources.append(BadSource(place, recorder, array, reason, array.name))  # type: ignore[arg-type]
        elif array.lang == "tensorflow" and not array.variable and array.node.id > machine.mark:
            machine.misuse(node, "fresh-source", "tensorflow", array.name)
            machine.flow.bad_sources.append(BadSource(place, recorder, array, "integer", array.name))
        elif array.lang == "tensorflow" and recorder not in array.tracked:
            _unwatched(machine, recorder, array, node)


def _already_bad(machine: Machine, recorder: Recorder, array: Array) -> bool:
    """watch() has complained about it."""
    return any(bad.array.node is array.node and bad.tape is recorder for bad in machine.flow.bad_sources)


def _check_weights(machine: Machine, recorder: Recorder, thing: Params, node: cst.CSTNode) -> None:
    """The weights of a model under watch_accessed_variables=False."""
    arrays = [array for array in map(machine.array, thing.arrays) if array is not None]
    if thing.listed in ("variables", "weights") and _has_statistics(machine, thing.owner):
        machine.misuse(node, "all-variables", "tensorflow", thing.listed)
    if thing.unbuilt is not None:
        machine.flow.misuses.append(Misuse(thing.unbuilt, "unbuilt", "tensorflow"))
    if arrays and not recorder.autowatch and not any(recorder in array.tracked for array in arrays):
        machine.flow.bad_sources.append(BadSource(machine.place(node), recorder, arrays[0], "autowatch", ""))


def _has_statistics(machine: Machine, owner: Value | None) -> bool:
    """Batch normalisation keeps moving averages among the variables; they have no gradient."""
    thing = machine.load(owner)
    if isinstance(thing, Layer):
        return thing.name == "BatchNormalization" or any(
            _has_statistics(machine, each) for each in thing.children
        )
    if isinstance(thing, Instance):
        return any(_has_statistics(machine, each) for each in thing.attrs.values())
    return False


def _unwatched(machine: Machine, recorder: Recorder, array: Array, node: cst.CSTNode) -> None:
    place = machine.place(node)
    if array.variable and array.dtype in ("int", "bool"):
        machine.flow.integer_sources.append(
            IntegerSource(array.node.place, "tensorflow", "variable", array.name)
        )
        machine.flow.bad_sources.append(BadSource(place, recorder, array, "integer", array.name))
    elif array.variable and array.trainable:
        if not recorder.autowatch:
            machine.flow.bad_sources.append(BadSource(place, recorder, array, "autowatch", array.name))
    elif array.variable:
        machine.flow.bad_sources.append(BadSource(place, recorder, array, "nontrainable", array.name))
    elif not array.node.opaque:
        machine.flow.bad_sources.append(BadSource(place, recorder, array, "unwatched", array.name))


def _results(
    machine: Machine, target: Value, sources: Value, node: cst.CSTNode, fates: dict[Node, str]
) -> Value:
    """Gradients in the shape of the sources; an enclosing tape may follow them further."""
    flows: list[tuple[Value, EdgeRole]] = [(target, "value"), (sources, "value")]
    thing = machine.load(sources)

    def one(like: Value) -> Ref:
        array = machine.array(like)
        op = fates.get(array.node, GRADIENT) if array is not None else GRADIENT
        return machine.compute(
            "tensorflow", op, node, flows, dtype="float", shape=array.shape if array else None
        )

    if isinstance(thing, Sequence) and thing.items is not None:
        return machine.alloc(Sequence("list", tuple(one(each) for each in thing.items)))
    if isinstance(thing, Params) and thing.arrays:
        return machine.alloc(Sequence("list", tuple(one(each) for each in thing.arrays)))
    if isinstance(thing, Dictionary):
        return machine.alloc(Dictionary({key: one(each) for key, each in thing.items.items()}))
    if isinstance(thing, (Sequence, Params)) or isinstance(sources, Unknown):
        made = one(sources)
        return (
            machine.alloc(Sequence("list", None, made))
            if not isinstance(sources, Unknown)
            else Unknown(machine.node("gradient", machine.place(node), flows), "tensorflow")
        )
    return one(sources)


# -- Keras --------------------------------------------------------------------------------


@registry.layers("tensorflow")
def call_layer(machine: Machine, ref: Value, thing: Layer, args: Arguments, node: cst.CSTNode) -> Value:
    if thing.name.startswith("loss:"):
        flags = {key: value for key, value in thing.options.items() if key in ("from_logits", "reduction")}
        return keras_loss(machine, thing.name[5:], Arguments(args.pos, {**args.kw, **flags}), node)
    if thing.name == "Sequential" and thing.children:
        mark_built(machine, ref)
        value = args.pos[0] if args.pos else machine.unknown(node)
        for child in thing.children:
            inner = machine.array(child)
            if inner is not None:  # keras.Input
                continue
            value = machine.invoke(child, Arguments((value,)), node)
        return value
    mark_built(machine, ref)
    func = thing.options.get("0")
    if thing.name == "Lambda" and func is not None:
        return machine.invoke(func, Arguments(args.pos), node)
    flows: list[tuple[Value, EdgeRole]] = [*args.flows(), (ref, "value")]
    if thing.name == "Embedding":
        flows = [*args.flows("index"), (ref, "value")]
    shape = None
    first = machine.array(args.pos[0]) if args.pos else None
    if first is not None and first.shape and thing.name == "Dense":
        units = thing.options.get("0", thing.options.get("units"))
        width = units.value if isinstance(units, Const) and isinstance(units.value, int) else None
        shape = (*first.shape[:-1], width)
    if (
        thing.params is None
        and first is not None
        and thing.name in ("Softmax", "Activation", "ReLU", "Dropout")
    ):
        shape = first.shape
    op = layer_op(machine, thing)
    hidden = thing.params is not None or op in ("softmax", "sigmoid")
    return machine.compute("tensorflow", op, node, flows, dtype="float", shape=shape, opaque=hidden)


def mark_built(machine: Machine, ref: Value) -> None:
    thing = machine.load(ref)
    if isinstance(thing, Layer) and isinstance(ref, Ref) and not thing.built:
        machine.update(ref, replace(thing, built=True))


def layer_op(machine: Machine, thing: Layer) -> str:
    """The last operation of a layer: its activation if it has one."""
    if thing.name == "Softmax":
        return "softmax"
    if thing.name in ("LSTM", "GRU", "SimpleRNN"):
        return thing.name
    place = {"Activation": "0", "Dense": "1"}.get(thing.name, "activation")
    written = thing.options.get("activation", thing.options.get(place))
    if isinstance(written, Const):
        return written.value if isinstance(written.value, str) and written.value != "linear" else thing.name
    if written is None:
        outputs = machine.node_of(thing.options["outputs"]) if "outputs" in thing.options else None
        return thing.name if outputs is None else outputs.op
    return written.name.rpartition(".")[2] if isinstance(written, Lib) else "activation"


@registry.methods("keras")
def model_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    thing = machine.load(receiver)
    if name == "add" and isinstance(thing, Layer) and isinstance(receiver, Ref) and args.pos:
        machine.update(receiver, replace(thing, children=(*thing.children, args.pos[0])))
        return Const(None)
    if name == "add_weight":
        return _add_weight(machine, args, node)
    if name == "add_loss" and isinstance(thing, Instance) and isinstance(receiver, Ref) and args.pos:
        before = machine.load(thing.attrs.get(ADDED_LOSSES))
        losses = (*(machine.members(before) if isinstance(before, Sequence) else ()), args.pos[0])
        kept = {**thing.attrs, ADDED_LOSSES: machine.alloc(Sequence("list", losses))}
        machine.update(receiver, replace(thing, attrs=kept))
        return Const(None)
    if name in ("predict", "predict_on_batch"):
        return machine.compute(
            "numpy", name, node, ((receiver, "value"), *args.flows()), dtype="float", cut="state"
        )
    if name == "get_weights":
        made = machine.compute("numpy", name, node, ((receiver, "value"),), dtype="float", cut="conversion")
        return machine.alloc(Sequence("list", None, made))
    if name == "compile":
        if args.flag("run_eagerly") is not True:
            machine.keras_models.append((receiver, machine.place(node)))
        return _compile(machine, receiver, args, node)
    if name in ("call", "__call__") and isinstance(thing, Layer):
        return call_layer(machine, receiver, thing, args, node)
    if name == "get_layer":
        return machine.unknown(node, ((receiver, "value"),))
    if name == "compute_loss" or name == "compiled_loss":
        return machine.compute("tensorflow", name, node, args.flows(), dtype="float")
    if name in ("build", "fit"):
        mark_built(machine, receiver)
    if name in (
        "build",
        "fit",
        "evaluate",
        "summary",
        "save",
        "set_weights",
        "load_weights",
        "compute_metrics",
    ):
        return machine.data(node)
    if name == "super.__init__":
        return Const(None)
    return machine.unknown(node, ((receiver, "value"), *args.flows()), name)


def _add_weight(machine: Machine, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.source(
        "tensorflow",
        "variable",
        node,
        op="add_weight",
        dtype="float",
        variable=True,
        trainable=args.flag("trainable") is not False,
        parameter=True,
    )


def _compile(machine: Machine, receiver: Value, args: Arguments, node: cst.CSTNode) -> Value:
    """`compile(loss=f)`: Keras will differentiate what f(y_true, y_pred) returns."""
    func = args.get(1, "loss")
    eager = args.flag("run_eagerly") is True
    losses = elements_of(machine, func, node)[0] if func is not None and _is_list(machine, func) else [func]
    for each in losses:
        if each is not None and machine.is_program_function(each):
            machine.keras_losses.append((each, eager, machine.place(node)))
        elif each is not None:
            _differentiate_library_loss(machine, receiver, each, node)
    return Const(None)


def _differentiate_library_loss(machine: Machine, model: Value, loss: Value, node: cst.CSTNode) -> None:
    """A loss that Keras brings: only what the model ends in matters to it."""
    thing, criterion = machine.load(model), machine.load(loss)
    while isinstance(thing, Layer) and thing.name == "Sequential" and thing.children:
        thing = machine.load(thing.children[-1])
    if not isinstance(thing, Layer) or thing.lang != "tensorflow":
        return
    if isinstance(loss, Const) and isinstance(loss.value, str):
        criterion = Layer("tensorflow", f"loss:{loss.value}", {}, None)
    if not isinstance(criterion, Layer) or not criterion.name.startswith("loss:"):
        return
    recorder = Recorder("keras", machine.place(node))
    with machine.within(replace(machine.context, traces=(*machine.context.traces, recorder))):
        prediction = machine.source(
            "tensorflow",
            "argument",
            node,
            op=layer_op(machine, thing),
            tracked=frozenset({recorder}),
            leaf=False,
        )
        array = machine.array(prediction)
        assert array is not None
        array.node.opaque = True
        truth = machine.compute("tensorflow", "y_true", node, ())
        result = call_layer(machine, loss, criterion, Arguments((truth, prediction)), node)
    targets = tuple(edge.node for edge in machine.edges(result))
    place = machine.place(node)
    machine.flow.sinks.append(
        Sink("keras", place, recorder, targets, machine.array(result), ((array.node,),), machine.fresh())
    )


def differentiate_loss(machine: Machine, func: Value, eager: bool, node: cst.CSTNode) -> None:
    """Follow a Keras loss function as Keras will call it."""
    recorder = Recorder("keras", machine.place(node))
    context = replace(machine.context, graph_mode=not eager, traces=(*machine.context.traces, recorder))
    with machine.within(context):
        truth = machine.compute("tensorflow", "y_true", node, ())
        prediction = machine.source(
            "tensorflow",
            "argument",
            node,
            op="y_pred",
            tracked=frozenset({recorder}),
            dtype="float",
            leaf=False,
        )
        array = machine.array(prediction)
        assert array is not None and array.node.source is not None
        array.node.source.name = "y_pred"
        result = machine.invoke(func, Arguments((truth, prediction)), node)
        targets = tuple(edge.node for edge in machine.edges(result))
    machine.flow.sinks.append(
        Sink(
            "keras",
            machine.place(node),
            recorder,
            targets,
            machine.array(result),
            ((array.node,),),
            machine.fresh(),
        )
    )


# -- other Keras objects ------------------------------------------------------------------


@registry.methods("metric")
def metric_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    thing = machine.load(receiver)
    assert isinstance(thing, Object) and isinstance(receiver, Ref)
    if name == "update_state":
        machine.update(receiver, replace(thing, args=(*thing.args, *args.pos)))
        return Const(None)
    flows: list[tuple[Value, EdgeRole]] = [(value, "value") for value in thing.args]
    return machine.compute("tensorflow", name, node, flows, dtype="float", cut="state")


@registry.methods("tensorarray")
def array_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    thing = machine.load(receiver)
    assert isinstance(thing, Object)
    if name in ("write", "unstack", "scatter"):
        return machine.alloc(replace(thing, args=(*thing.args, *args.pos[-1:])))
    flows: list[tuple[Value, EdgeRole]] = [(value, "value") for value in thing.args]
    return machine.compute("tensorflow", name, node, flows, dtype="float")


@registry.methods("v1_optimizer")
def old_optimizer_method(
    machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode
) -> Value:
    """A TensorFlow 1 optimizer wants a function in eager mode, not its value."""
    if name in ("minimize", "compute_gradients") and machine.array(args.get(0, "loss")) is not None:
        if not machine.context.graph_mode and not machine.legacy_graph and not machine.context.imagined:
            machine.misuse(node, "minimize", "tensorflow")
    return machine.data(node)


@registry.methods("keras_optimizer")
def optimizer_method(
    machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode
) -> Value:
    if name == "minimize":
        machine.misuse(node, "minimize", "tensorflow")
    if name in ("apply_gradients", "apply") and args.pos:
        accumulation.note_step(machine, args.pos[0])
    if name == "minimize" and args.pos and machine.is_program_function(args.pos[0]):
        machine.invoke(args.pos[0], Arguments(), node)
    return machine.data(node)
