"""What is given to compile(): Keras differentiates the loss of what the model ends in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.facts import Sink
from gradlint.analysis.domain.graph import Node, Place, Recorder
from gradlint.analysis.domain.journal import Branches
from gradlint.analysis.domain.values import (
    Const,
    Dictionary,
    Instance,
    Layer,
    Object,
    Ref,
    Scope,
    Sequence,
    Shape,
    Value,
)
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.libraries.tensorflow.keras_activations import ends_recalled, layer_op
from gradlint.analysis.libraries.tensorflow.keras_factories import ACTIVATIONS
from gradlint.analysis.libraries.tensorflow.tapes import is_list
from gradlint.analysis.libraries.tensorflow.traced_functions import Modes
from gradlint.core.records import dataclass, replace
from gradlint.knowledge.names.operations import Op


class Compiled:
    """What has been given to compile()."""

    NEVER_UNDONE: ClassVar = dict.fromkeys(
        ("losses", "models", "named", "names", "waiting"), "what is left to follow, on whatever path it came"
    )

    def __init__(self, branches: Branches) -> None:
        self.losses: list[tuple[Value, bool, Place]] = []
        """Functions given as the loss, followed once the program has been."""
        self.models: list[tuple[Value, bool, Place]] = []
        """Keras will call them: while it traces, or in eager mode."""
        self.names: dict[Place, list[tuple[Scope, dict[str, Value]]]] = {}
        """What the names around stood for then: it may be trained before they are bound anew."""
        self.named: dict[Node, str] = {}
        """Outputs of layers by the names of these."""
        self.waiting: dict[Value, Recorder] = {}
        """Models without a gradient that nobody has trained yet."""

    def note(self, machine: Machine, model: Value, eager: bool, node: cst.CSTNode) -> None:
        place = machine.place(node)
        scope: Scope | None = machine.scope
        around = self.names.setdefault(place, [])
        while scope is not None and scope.module is None:
            around.append((scope, dict(scope.names)))
            scope = scope.parent
        self.models.append((model, eager, place))

    @contextmanager
    def at_its_time(self, place: Place) -> Iterator[None]:
        """With the names as they were when the model was compiled."""
        around = self.names.get(place, ())
        last = [(scope, dict(scope.names)) for scope, _ in around]
        for scope, names in around:
            scope.names.update(names)
        try:
            yield
        finally:
            for scope, names in last:
                scope.names.update(names)


@dataclass(frozen=True, slots=True)
class Ending:
    """What a model gives for one of its outputs: the last operation, and how many numbers."""

    op: str
    recalls: bool
    shape: Shape | None
    name: str = ""


def is_alone(shape: Shape | None) -> bool:
    """Whether there is only one class: its probability is 1, whatever goes in."""
    return bool(shape) and shape is not None and len(shape) > 1 and shape[-1] == 1


def note_output(machine: Machine, thing: Layer, result: Node) -> None:
    name = thing.options.get("name")
    if isinstance(name, Const) and isinstance(name.value, str):
        machine.own(Compiled).named[result] = name.value


def compile_model(machine: Machine, receiver: Value, args: Arguments, node: cst.CSTNode) -> None:
    """`compile(loss=f)`: Keras will differentiate what f(y_true, y_pred) returns."""
    _keep_optimizer(machine, receiver, args.get(0, "optimizer"))
    func = args.get(1, "loss")
    eager = machine.own(Modes).runs_eagerly or args.flag("run_eagerly") is True
    if func is not None:
        _check_outputs(machine, receiver, node)
    endings = _endings(machine, receiver)
    for at, (key, each) in enumerate(_losses(machine, func, node)):
        if machine.is_program_function(each):
            machine.own(Compiled).losses.append((each, eager, machine.place(node)))
            continue
        chosen = [one for one in endings if one.name == key] if key else endings[at : at + 1]
        if func is each:
            chosen = endings
        for ending in chosen:
            _differentiate_library_loss(machine, ending, each, eager, node)


def _keep_optimizer(machine: Machine, model: Value, optimizer: Value | None) -> None:
    """`self.optimizer` in a train_step of the program."""
    thing = machine.load(model)
    if isinstance(model, Ref) and isinstance(thing, Instance) and isinstance(machine.load(optimizer), Object):
        machine.update(model, replace(thing, attrs={"optimizer": optimizer or Const(None), **thing.attrs}))


def _check_outputs(machine: Machine, model: Value, node: cst.CSTNode) -> None:
    """A Lambda with an argmax in it: whatever the loss is, no weight before it gets a gradient."""
    thing = machine.load(model)
    if not isinstance(thing, Layer) or thing.lang != "tensorflow":
        return
    outputs = thing.options.get("outputs")
    if thing.name == "Sequential" and any(_is_lambda(machine, each) for each in thing.children):
        with machine.within(replace(machine.context, graph_mode=True)):
            batch = machine.compute("tensorflow", "batch", node, ())
            outputs = registry.layer(machine, model, thing, Arguments((batch,)), node)
    array = machine.array(outputs)
    found = _lost_at(array.node) if array is not None else None
    if found is None:
        return
    step, weights = found
    recorder = Recorder("keras", machine.place(node))
    with machine.within(replace(machine.context, traces=(*machine.context.traces, recorder))):
        tracked = frozenset({recorder})
        source = machine.source("tensorflow", "module", weights.place.node, op=weights.op, tracked=tracked)
        flows = ((source, "value"),)
        lost = machine.compute("tensorflow", step.op, step.place.node, flows, dtype="float", cut=step.cut)  # type: ignore[arg-type]
    entering, left = machine.node_of(source), machine.node_of(lost)
    assert entering is not None and left is not None
    entering.source = weights.source
    sink = Sink("keras", machine.place(node), recorder, (left,), None, ((entering,),), machine.fresh(), False)
    machine.flow.sinks.append(sink)
    machine.own(Compiled).waiting[model] = recorder


TRAINING = frozenset({"fit", "fit_generator", "train_on_batch"})


def note_training(machine: Machine, model: Value) -> None:
    """The gradient that compile() has prepared is requested."""
    recorder = machine.own(Compiled).waiting.pop(model, None)
    if recorder is not None:
        machine.flow.sinks[:] = [
            replace(each, certain=True) if each.recorder is recorder else each for each in machine.flow.sinks
        ]


def _is_lambda(machine: Machine, value: Value) -> bool:
    thing = machine.load(value)
    return isinstance(thing, Layer) and thing.name == "Lambda"


def _lost_at(output: Node) -> tuple[Node, Node] | None:
    """The step that cuts all weights off from an output, and some of these; None if one is reached without it."""
    cuts: list[Node] = []
    for node in _behind(output, cuts):
        if node.source is not None and node.source.kind != "data":
            return None
    for cut in cuts if all(each.cut == "integer" for each in cuts) else ():
        for node in _behind(cut, None):
            if node.source is not None and node.source.kind == "module":
                return cut, node
    return None


def _behind(node: Node, cuts: list[Node] | None) -> Iterator[Node]:
    """What a value was computed from; as far as the cuts, where a list for them is given."""
    stack, seen = [node], {node}
    while stack:
        here = stack.pop()
        if cuts is not None and here.cut is not None:
            cuts.append(here)
            continue
        yield here
        new = [edge.node for edge in here.edges if edge.node not in seen]
        seen.update(new)
        stack.extend(new)


def _losses(machine: Machine, func: Value | None, node: cst.CSTNode) -> list[tuple[str, Value]]:
    """The losses by the names of the outputs that they are for, where names are given."""
    thing = machine.load(func)
    if isinstance(thing, Dictionary):
        return [(str(key), each) for key, each in thing.items.items()]
    if func is not None and is_list(machine, func):
        return [("", each) for each in elements_of(machine, func, node)[0]]
    return [("", func)] if func is not None else []


def _endings(machine: Machine, model: Value) -> list[Ending]:
    thing = machine.load(model)
    while isinstance(thing, Layer) and thing.name == "Sequential" and thing.children:
        thing = machine.load(thing.children[-1])
    if not isinstance(thing, Layer) or thing.lang != "tensorflow":
        return []
    outputs = machine.load(thing.options.get("outputs"))
    if isinstance(outputs, (Sequence, Dictionary)):
        keys = list(outputs.items) if isinstance(outputs, Dictionary) else []
        values = (
            list(outputs.items.values()) if isinstance(outputs, Dictionary) else list(outputs.items or ())
        )
        return [_of_output(machine, each, str(keys[at]) if keys else "") for at, each in enumerate(values)]
    op = layer_op(machine, thing)
    output = machine.array(thing.options.get("outputs"))
    shape = output.shape if output is not None else _units(thing)
    name = machine.own(Compiled).named.get(output.node, "") if output is not None else ""
    return [Ending(op, op in ACTIVATIONS and ends_recalled(machine, thing), shape, name)]


def _of_output(machine: Machine, value: Value, key: str) -> Ending:
    array = machine.array(value)
    if array is None:
        return Ending("", False, None, key)
    named = machine.own(Compiled).named.get(array.node, "")
    return Ending(array.node.op, array.node.recalls, array.shape, key or named)


def _units(thing: Layer) -> Shape | None:
    """How wide a Dense layer is whose input is not known."""
    width = thing.options.get("units", thing.options.get("0"))
    if thing.name != "Dense" or not isinstance(width, Const) or not isinstance(width.value, int):
        return None
    return (None, width.value)


def _differentiate_library_loss(
    machine: Machine, ending: Ending, loss: Value, eager: bool, node: cst.CSTNode
) -> None:
    """A loss that Keras brings: only what the model ends in matters to it."""
    criterion = machine.load(loss)
    if isinstance(loss, Const) and isinstance(loss.value, str):
        criterion = Layer("tensorflow", f"loss:{loss.value}", {}, None)
    if not isinstance(criterion, Layer) or not criterion.name.startswith("loss:"):
        return
    recorder = Recorder("keras", machine.place(node))
    context = replace(machine.context, graph_mode=not eager, traces=(*machine.context.traces, recorder))
    with machine.within(context):
        constant = ending.op == Op.SOFTMAX and is_alone(ending.shape)
        source = prediction = machine.source(
            "tensorflow", "argument", node, op="Dense" if constant else ending.op,
            tracked=frozenset({recorder}), leaf=False, shape=ending.shape,
        )  # fmt: skip
        if constant:
            flows = ((source, "value"),)
            prediction = machine.compute("tensorflow", ending.op, node, flows, dtype="float", cut="zero")  # type: ignore[arg-type]
        given, array = machine.array(prediction), machine.array(source)
        assert array is not None and given is not None
        given.node.opaque = True
        given.node.recalls = ending.recalls
        truth = machine.compute("tensorflow", "y_true", node, ())
        result = registry.layer(machine, loss, criterion, Arguments((truth, prediction)), node)
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
            "tensorflow", "argument", node, op="y_pred", tracked=frozenset({recorder}), dtype="float", leaf=False
        )  # fmt: skip
        array = machine.array(prediction)
        assert array is not None and array.node.source is not None
        array.node.source.name = "y_pred"
        result = machine.invoke(func, Arguments((truth, prediction)), node)
        targets = tuple(edge.node for edge in machine.edges(result))
    asked = ((array.node,),)
    machine.flow.sinks.append(
        Sink("keras", machine.place(node), recorder, targets, machine.array(result), asked, machine.fresh())
    )


def note_fitted(machine: Machine, model: Value, result: Value, tape: Recorder, place: Place) -> None:
    """fit() differentiates a loss of what the model returns, with respect to all that it trains."""
    weights = [array for ref in machine.parameters_of(model) if (array := machine.array(ref)) is not None]
    asked = tuple((each.node,) for each in weights if each.trainable)
    targets = tuple(edge.node for edge in machine.edges(result))
    if asked and targets:
        sink = Sink("keras", place, tape, targets, None, asked, machine.fresh())
        machine.flow.sinks.append(sink)
