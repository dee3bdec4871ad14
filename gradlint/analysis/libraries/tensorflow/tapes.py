"""TensorFlow: a GradientTape watches, and is asked for gradients."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.facts import BadSource, IntegerSource, NonScalar, Sink, TapeUse
from gradlint.analysis.domain.graph import (
    GRADIENT,
    NO_GRADIENT,
    SPARSE_GRADIENT,
    EdgeRole,
    Node,
    Recorder,
    Source,
    reachable,
    trace,
)
from gradlint.analysis.domain.misuses import (
    AllVariables,
    FreshSource,
    InnerGradientOutside,
    SwappedGradientArguments,
    UnbuiltVariables,
)
from gradlint.analysis.domain.values import (
    Array,
    Const,
    Dictionary,
    Layer,
    Lib,
    Manager,
    Params,
    Ref,
    Sequence,
    Tape,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.libraries.common.requested_sources import groups
from gradlint.core.records import replace
from gradlint.knowledge.names.operations import Op


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
    if name == "_ensure_recording":
        return machine.alloc(Manager("record", machine.place(node), tape.recorder))
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
    return elements_of(machine, value, node)[0] if is_list(machine, value) else [value]


def is_list(machine: Machine, value: Value) -> bool:
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
        machine.misuse(node, SwappedGradientArguments, "tensorflow")
        return machine.unknown(node)
    before = len(machine.flow.bad_sources)
    _check_sources(machine, tape.recorder, sources, node)
    asked = groups(machine, sources)
    targets = tuple(edge.node for edge in machine.edges(target))
    array = machine.array(target)
    _check_integers(machine, sources, targets, tape.recorder)
    _check_inner_gradient(machine, tape.recorder, targets, {each for group in asked for each in group})
    sink = Sink("tape", place, tape.recorder, targets, array, asked, machine.fresh())
    if len(machine.flow.bad_sources) == before:
        machine.flow.sinks.append(sink)
    elif machine.witness is not None:
        machine.witness.requests.append(sink)
    if (
        name == "gradient"
        and array is not None
        and array.node.op == Op.SOFTMAX
        and array.lang == "tensorflow"
    ):
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


def _check_inner_gradient(
    machine: Machine, recorder: Recorder, targets: tuple[Node, ...], asked: set[Node]
) -> None:
    """The target is a gradient that another tape gave before this one began or after it had closed."""
    stack, seen = list(targets), set(targets)
    while stack and len(seen) < 200:
        here = stack.pop()
        if here.op == GRADIENT and not here.recorded_by(recorder):
            meant = recorder in here.paused  # inside `with tape.stop_recording()`
            inside = any(edge.node.recorded_by(recorder) for edge in here.edges)
            if not meant and (inside or _is_only_way(machine, recorder, targets, here, asked)):
                machine.flow.misuses.append(InnerGradientOutside(here.place, "tensorflow"))
            continue
        for edge in here.edges:
            if edge.node not in seen and edge.role != "index":
                seen.add(edge.node)
                stack.append(edge.node)


def _is_only_way(
    machine: Machine, recorder: Recorder, targets: tuple[Node, ...], inner: Node, asked: set[Node]
) -> bool:
    """The weights enter the target nowhere but in the inner gradient: this is no constant that was meant."""
    if any(trace(target, recorder, machine.fresh()).live for target in targets):
        return False
    stack, seen = [inner], {inner}
    while stack:
        here = stack.pop()
        if here in asked and here.source is not None and here.source.kind in ("variable", "module"):
            return True
        more = [edge.node for edge in here.edges if edge.node not in seen]
        seen.update(more)
        stack.extend(more)
    return False


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
        if array.lang == "python" and array.node.op == Op.ADD:
            continue  # perhaps of two lists, of which one is not known
        if array.lang in ("numpy", "python"):
            reason = "ndarray" if array.lang == "numpy" else "number"
            machine.flow.bad_sources.append(BadSource(place, recorder, array, reason, array.name))  # type: ignore[arg-type]
        elif array.lang == "tensorflow" and not array.variable and array.node.id > machine.mark:
            machine.misuse(node, FreshSource, "tensorflow", array.name)
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
        machine.misuse(node, AllVariables, "tensorflow", thing.listed)
    if thing.unbuilt is not None:
        machine.flow.misuses.append(UnbuiltVariables(thing.unbuilt, "tensorflow"))
    if arrays and not recorder.autowatch and not any(recorder in array.tracked for array in arrays):
        machine.flow.bad_sources.append(BadSource(machine.place(node), recorder, arrays[0], "autowatch", ""))


def _check_integers(machine: Machine, sources: Value, targets: tuple[Node, ...], recorder: Recorder) -> None:
    """An integer among the weights of a model which the target is computed from, not only indexed with."""
    thing = machine.load(sources)
    listed = map(machine.array, thing.arrays) if isinstance(thing, Params) else ()
    integers = [each for each in listed if each is not None and each.variable and each.dtype == "int"]
    behind = reachable(targets, recorder, frozenset({"value"})) if integers else set()
    for array in integers:
        if array.node in behind and array.trainable:
            found = IntegerSource(array.node.place, "tensorflow", "variable", array.name)
            machine.flow.integer_sources.append(found)


def _has_statistics(machine: Machine, owner: Value | None) -> bool:
    """Batch normalisation keeps moving averages among the variables; they have no gradient."""
    return any(
        isinstance(each, Layer) and each.name == "BatchNormalization"
        for _, each in machine.with_layers(owner)
    )


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
