"""Sort the public names of Keras into sets: losses, layers with and without weights, optimizers, metrics."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from gradlint.knowledge.calls import SAMPLES, fill

tf: Any = import_module("tensorflow")
keras: Any = import_module("keras")

# What the constructors of keras.layers call their arguments, and a small value for each.
LAYER_ARGUMENTS: dict[str, Any] = {
    "activation": "relu",
    "axes": -1,
    "cropping": 1,
    "dims": (2, 1),
    "factor": 0.1,
    "filters": 2,
    "function": tf.identity,
    "groups": 3,
    "head_dim": 2,
    "height": 4,
    "height_factor": 0.1,
    "input_dim": 5,
    "kernel_size": 2,
    "key_dim": 2,
    "n": 2,
    "noise_shape": None,
    "num_bins": 3,
    "num_heads": 2,
    "num_key_value_heads": 1,
    "num_query_heads": 2,
    "output_dim": 3,
    "output_size": 2,
    "pool_size": 2,
    "rate": 0.5,
    "scale": 1.0,
    "stddev": 0.1,
    "target_shape": (-1,),
    "units": 2,
    "width": 4,
    "width_factor": 0.1,
}
# Needed besides the required arguments, or made of other layers.
LAYER_EXTRAS: dict[str, Any] = {
    "Bidirectional": lambda: {"layer": keras.layers.LSTM(2)},
    "ConvLSTM1D": lambda: {"filters": 2, "kernel_size": 2},
    "Cropping3D": lambda: {"cropping": (0, 1, 1)},
    "EinsumDense": lambda: {"equation": "ab,bc->ac", "output_shape": 2},
    "GroupNormalization": lambda: {"groups": 3},
    "RNN": lambda: {"cell": keras.layers.LSTMCell(2)},
    "SpectralNormalization": lambda: {"layer": keras.layers.Dense(2)},
    "StackedRNNCells": lambda: {"cells": [keras.layers.LSTMCell(2)]},
    "TimeDistributed": lambda: {"layer": keras.layers.Dense(2)},
}
LAYER_CALLS = (
    "tall",
    "[tall, tall2]",
    "tall, [pair]",
    "tall, [pair, pair]",
    "index2",
    "seq",
    "seq, seq",
    "[seq, seq]",
    "photo",
    "film",
    "labels",
)
ABSTRACT = frozenset({"Layer", "Wrapper"})


def reflected_sets() -> dict[str, set[str]]:
    weights = dict(layers())
    return {
        "keras_losses": {
            name
            for module in (keras.losses, tf.keras.losses)
            for name in public(module)
            if is_loss(getattr(module, name))
        },
        "layers_with_weights": {name for name, has in weights.items() if has},
        "layers_without_weights": {name for name, has in weights.items() if not has},
        "optimizers": set(subclasses(keras.optimizers, keras.optimizers.Optimizer)),
        "metrics": set(subclasses(keras.metrics, keras.metrics.Metric)),
    }


def public(module: Any) -> list[str]:
    return sorted(name for name in dir(module) if not name.startswith("_"))


def is_loss(member: Any) -> bool:
    """A subclass of Loss, or a function of what is true and what was predicted."""
    if inspect.isclass(member):
        return issubclass(member, keras.losses.Loss) and member is not keras.losses.Loss
    return callable(member) and list(inspect.signature(member).parameters)[:2] == ["y_true", "y_pred"]


def subclasses(module: Any, base: type) -> Iterator[str]:
    for name in public(module):
        member = getattr(module, name)
        if inspect.isclass(member) and issubclass(member, base) and member is not base:
            yield name


def layers() -> Iterator[tuple[str, bool]]:
    """Layers that small arguments can make and a sample can build, and whether they are then trained."""
    for name in subclasses(keras.layers, keras.layers.Layer):
        if name not in ABSTRACT:
            weights = trained(name)
            if weights is not None:
                yield name, weights


def trained(name: str) -> bool | None:
    for call in LAYER_CALLS:
        args, _ = fill(call, lambda key, position, fixed: tf.constant(SAMPLES[key]))
        try:
            layer = make(name)
            layer(*args)
        except Exception:  # the layer wants inputs of another shape or number
            continue
        return bool(layer.trainable_weights)
    return None


def make(name: str) -> Any:
    kind = getattr(keras.layers, name)
    extras = LAYER_EXTRAS.get(name, dict)()
    required = [
        parameter.name
        for parameter in inspect.signature(kind).parameters.values()
        if parameter.default is parameter.empty and parameter.kind is parameter.POSITIONAL_OR_KEYWORD
    ]
    return kind(**{key: LAYER_ARGUMENTS[key] for key in required if key not in extras}, **extras)
