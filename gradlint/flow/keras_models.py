"""Keras layers and models are called, compiled and trained."""

from __future__ import annotations

import libcst as cst

from gradlint.flow import registry
from gradlint.flow.calls import Arguments
from gradlint.flow.facts import Sink
from gradlint.flow.graph import EdgeRole, Recorder
from gradlint.flow.iterate import elements_of
from gradlint.flow.keras_shapes import given_shapes, layer_shape, stack_shape
from gradlint.flow.lib_keras import ACTIVATIONS, keras_loss
from gradlint.flow.machine import Machine
from gradlint.flow.state import ADDED_LOSSES
from gradlint.flow.tf_tapes import is_list
from gradlint.flow.values import Const, Instance, Layer, Lib, Ref, Sequence, Shape, Value
from gradlint.records import replace


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
        return _shaped(machine, value, args, stack_shape(machine, thing.children, node))
    mark_built(machine, ref)
    func = thing.options.get("0")
    if thing.name == "Lambda" and func is not None:
        return machine.invoke(func, Arguments(args.pos), node)
    flows: list[tuple[Value, EdgeRole]] = [*args.flows(), (ref, "value")]
    if thing.name == "Embedding":
        flows = [*args.flows("index"), (ref, "value")]
    shape = layer_shape(machine, thing, given_shapes(machine, args, node), node)
    op = layer_op(machine, thing)
    hidden = thing.params is not None or op in ACTIVATIONS
    made = machine.compute("tensorflow", op, node, flows, dtype="float", shape=shape, opaque=hidden)
    result = machine.node_of(made)
    if result is not None:
        result.recalls = op in ACTIVATIONS and _recalls(machine, thing)
    return made


def _shaped(machine: Machine, value: Value, args: Arguments, shape: Shape | None) -> Value:
    """What a stack of layers returns, with the shape that its Input implies where the argument says nothing."""
    array = machine.array(value)
    if array is not None and array.shape is None and isinstance(value, Ref) and value not in args.pos:
        machine.update(value, replace(array, shape=shape))
    return value


def _recalls(machine: Machine, thing: Layer) -> bool:
    """Whether Keras itself applies the activation of a layer; TensorFlow's own functions leave no mark."""
    if machine.context.graph_mode:
        return True
    outputs = machine.node_of(thing.options["outputs"]) if "outputs" in thing.options else None
    if outputs is not None:
        return outputs.recalls
    written = _activation(thing)
    return not isinstance(written, Lib) or written.name.startswith("keras.")


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
    written = _activation(thing)
    if isinstance(written, Const):
        return written.value if isinstance(written.value, str) and written.value != "linear" else thing.name
    if written is None:
        outputs = machine.node_of(thing.options["outputs"]) if "outputs" in thing.options else None
        return thing.name if outputs is None else outputs.op
    return written.name.rpartition(".")[2] if isinstance(written, Lib) else "activation"


def _activation(thing: Layer) -> Value | None:
    place = {"Activation": "0", "Dense": "1"}.get(thing.name, "activation")
    return thing.options.get("activation", thing.options.get(place))


INHERITED = frozenset({"compile", "add_weight", "add_loss", "compute_loss"})
"""Methods of Keras that a class of the program may extend: super().compile(...) does what compile(...) does."""


@registry.methods("keras")
def model_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    thing = machine.load(receiver)
    if name.removeprefix("super.") in INHERITED:
        name = name.removeprefix("super.")
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
    eager = machine.runs_eagerly or args.flag("run_eagerly") is True
    losses = elements_of(machine, func, node)[0] if func is not None and is_list(machine, func) else [func]
    for each in losses:
        if each is not None and machine.is_program_function(each):
            machine.keras_losses.append((each, eager, machine.place(node)))
        elif each is not None:
            _differentiate_library_loss(machine, receiver, each, eager, node)
    return Const(None)


def _differentiate_library_loss(
    machine: Machine, model: Value, loss: Value, eager: bool, node: cst.CSTNode
) -> None:
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
    op = layer_op(machine, thing)
    context = replace(machine.context, graph_mode=not eager, traces=(*machine.context.traces, recorder))
    with machine.within(context):
        prediction = machine.source(
            "tensorflow",
            "argument",
            node,
            op=op,
            tracked=frozenset({recorder}),
            leaf=False,
        )
        array = machine.array(prediction)
        assert array is not None
        array.node.opaque = True
        array.node.recalls = op in ACTIVATIONS and _recalls(machine, thing)
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
