"""Keras: layers, models, losses, metrics and optimizers are made."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import libcst as cst

from gradlint.analysis.domain.graph import CutKind, EdgeRole, Node
from gradlint.analysis.domain.state import SCALING_OPTIMIZER
from gradlint.analysis.domain.values import Const, Instance, Layer, Lib, Object, Ref, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.libraries.tensorflow.keras_shapes import input_shape
from gradlint.analysis.monitors import registration
from gradlint.knowledge.names.operations import Op
from gradlint.knowledge.tables import table

_DIMENSIONS = ("1D", "2D", "3D")
WITHOUT_WEIGHTS = frozenset(
    "Activation ActivityRegularization ReLU LeakyReLU ELU Softmax Dropout AlphaDropout GaussianDropout GaussianNoise "
    "Flatten Reshape Permute RepeatVector Lambda Input InputLayer Add Subtract Multiply Average Maximum Minimum "
    "Concatenate Dot Masking Identity Rescaling Resizing CenterCrop CategoryEncoding Discretization Hashing "
    "HashedCrossing MelSpectrogram STFTSpectrogram Pipeline AugMix AutoContrast CutMix MixUp RandAugment Equalization "
    "Solarization".split()
) | {
    name + size
    for name in (
        "MaxPooling MaxPool AveragePooling AvgPool GlobalMaxPooling GlobalMaxPool GlobalAveragePooling GlobalAvgPool "
        "AdaptiveMaxPooling AdaptiveAveragePooling UpSampling ZeroPadding Cropping SpatialDropout".split()
    )
    for size in _DIMENSIONS
}


_UP_TO_KERAS_2 = frozenset(
    "CuDNNLSTM CuDNNGRU LocallyConnected1D LocallyConnected2D SyncBatchNormalization".split()
)
ACTIVATIONS = frozenset({"softmax", "sigmoid"})
"""What a Keras loss with from_logits=True looks behind."""


@registry.root("keras.layers")
def layer(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    short = name.rpartition(".")[2]
    if short == "Input":
        return keras_input(machine, name, args, node)
    if not short[:1].isupper():  # layers.concatenate([a, b])
        return machine.compute("tensorflow", short, node, args.flows(), dtype="float")
    lent = short == "RNN" and isinstance(machine.load(args.get(0, "cell")), Instance)
    weights = short not in WITHOUT_WEIGHTS and not short.startswith("Random") and not lent
    return new_layer(machine, short, args, node, weights, known=short in _with_weights())


@cache
def _with_weights() -> frozenset[str]:
    """Layers that have been seen to have weights; of any other, DenseFeatures, that hangs on what it is given."""
    return table("tensorflow").sets["layers_with_weights"] | _UP_TO_KERAS_2


def new_layer(
    machine: Machine,
    short: str,
    args: Arguments,
    node: cst.CSTNode,
    weights: bool,
    children: tuple[Value, ...] = (),
    known: bool = True,
) -> Ref:
    params: Ref | None = None
    if weights:
        trainable = args.kw.get("trainable") != Const(False)
        params = machine.source(
            "tensorflow",
            "module",
            node,
            op=short,
            dtype="float",
            variable=True,
            trainable=trainable,
            parameter=True,
        )
    options = dict(args.kw)
    options.update({str(position): value for position, value in enumerate(args.pos[:2])})
    made = machine.alloc(Layer("tensorflow", short, options, params, children))
    if params is not None and known:
        registration.note_new(machine, made, "tensorflow", short, node)
    return made


@registry.function("keras.Input")
def keras_input(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    shape = input_shape(machine, args, node)
    return machine.compute("tensorflow", Op.INPUT, node, (), dtype="float", shape=shape)


@registry.function("keras.Sequential", "keras.models.Sequential")
def sequential(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    stack = args.get(0, "layers")
    children = tuple(elements_of(machine, stack, node)[0]) if stack is not None else ()
    return new_layer(machine, "Sequential", Arguments(), node, False, children)


@registry.function("keras.Model", "keras.models.Model")
def functional_model(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """`Model(inputs, outputs)`: the layers are those behind the outputs."""
    outputs = args.get(1, "outputs")
    made = new_layer(machine, "Model", Arguments((), {"outputs": outputs} if outputs else {}), node, True)
    weights = machine.load(made)
    own = machine.node_of(weights.params) if isinstance(weights, Layer) and weights.params else None
    if own is not None and outputs is not None:
        machine.flow.assembled[own] = frozenset(_weights_behind(machine, outputs))
    return made


def _weights_behind(machine: Machine, outputs: Value) -> Iterator[Node]:
    stack = [edge.node for edge in machine.edges(outputs)]
    seen = set(stack)
    while stack:
        here = stack.pop()
        if here.source is not None:
            yield here
        fresh = [edge.node for edge in here.edges if edge.node not in seen]
        seen.update(fresh)
        stack.extend(fresh)


@registry.root("keras.applications", "keras.models", "tensorflow_hub")
def application(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if name.endswith(("load_model", "clone_model")) or name.rpartition(".")[2][:1].isupper():
        return new_layer(machine, name.rpartition(".")[2], args, node, True)
    return machine.unknown(node, args.flows(), name)


@registry.root("keras.losses")
def losses(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """A loss class, or a loss function called on (y_true, y_pred)."""
    short = name.rpartition(".")[2]
    if short == "get":
        return _loss_named(machine, args, node)
    if short[:1].isupper():
        options = dict(args.kw)
        if args.pos and short.endswith("Crossentropy") and "Focal" not in short:
            options["from_logits"] = args.pos[0]
        return machine.alloc(Layer("tensorflow", f"loss:{short}", options, None))
    return keras_loss(machine, short, args, node)


def _loss_named(machine: Machine, args: Arguments, node: cst.CSTNode) -> Value:
    """`losses.get("mse")`: the function of that name; a loss that is given already comes back."""
    wanted = args.get(0, "identifier")
    if isinstance(wanted, Const) and isinstance(wanted.value, str):
        return Lib(f"keras.losses.{wanted.value}")
    return wanted if wanted is not None else machine.unknown(node, args.flows())


def keras_loss(machine: Machine, short: str, args: Arguments, node: cst.CSTNode) -> Value:
    flows: list[tuple[Value, EdgeRole]] = []
    for position, value in enumerate(args.pos):
        flows.append((value, "target" if position == 0 else "value"))
    flows += [(value, "target" if key == "y_true" else "value") for key, value in args.kw.items()]
    made = machine.compute("tensorflow", short, node, flows, dtype="float")
    machine.name_inputs(made, args.kw)
    return made


@registry.root("keras.metrics")
def metrics(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    short = name.rpartition(".")[2]
    if short[:1].isupper():
        return machine.alloc(Object(f"metric:{short}", ()))
    cut: CutKind | None = "state" if "accuracy" in short else None
    return machine.compute("tensorflow", short, node, args.flows(), dtype="float", cut=cut)


@registry.function("keras.mixed_precision.LossScaleOptimizer", "keras.optimizers.LossScaleOptimizer")
def loss_scale_optimizer(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.alloc(Object(SCALING_OPTIMIZER, args.pos))


@registry.root("keras.optimizers", "optax")
def optimizers(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if name.startswith("optax."):
        return registry.library(machine, "jax._optax." + name[6:], args, node)
    return machine.alloc(Object(f"keras_optimizer:{name}", args.pos))


@registry.root("keras")
def keras_other(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.unknown(node, args.flows(), name)
