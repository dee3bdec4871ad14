"""What a Keras layer does last: its activation, and whether Keras remembers the logits behind it."""

from __future__ import annotations

from gradlint.analysis.domain.values import Const, Layer, Lib, Value
from gradlint.analysis.interpreter.machine import Machine


def ends_recalled(machine: Machine, thing: Layer) -> bool:
    """Whether Keras itself applies the activation of a layer; TensorFlow's own functions leave no mark."""
    if machine.context.graph_mode:
        return True
    outputs = machine.node_of(thing.options["outputs"]) if "outputs" in thing.options else None
    if outputs is not None:
        return outputs.recalls
    written = _activation(thing)
    return not isinstance(written, Lib) or written.name.startswith("keras.")


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
