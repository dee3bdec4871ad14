# framework: tensorflow
# verdict: raises
# seen: RuntimeError: tf.gradients is not supported when eager execution is enabled
"""Explanation service: registry of saliency methods, one of them written for graph mode."""
from typing import Protocol

import keras
import numpy as np
import tensorflow as tf


class Explainer(Protocol):
    def __call__(self, model: keras.Model, x: tf.Tensor, label: int) -> tf.Tensor: ...


METHODS: dict[str, Explainer] = {}


def method(fn):
    METHODS[fn.__name__] = fn
    return fn


@method
def vanilla(model, x, label):
    with tf.GradientTape() as tape:
        tape.watch(x)
        score = model(x)[:, label]
    return tf.abs(tape.gradient(score, x))


@method
def times_input(model, x, label):
    score = model(x)[:, label]
    (g,) = tf.gradients(score, [x])  # HAZARD GL505
    return x * g


@method
def occlusion(model, x, label):
    base = model(x)[:, label]
    drops = []
    for i in range(x.shape[-1]):
        mask = np.ones(x.shape[-1], np.float32)
        mask[i] = 0.0
        drops.append(base - model(x * mask)[:, label])
    return tf.stack(drops, axis=-1)


def explain(model, x, label, names=("vanilla", "occlusion", "times_input")):
    return {name: METHODS[name](model, x, label).numpy() for name in names}


if __name__ == "__main__":
    keras.utils.set_random_seed(0)
    model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(6, "relu"), keras.layers.Dense(2)])
    explain(model, tf.ones((2, 4)), label=1)
