# framework: tensorflow
# verdict: none
# seen: the context encoding was computed when the batch was prepared: encoder gradients None
"""Conditional model; the batch object encodes its context when it is made, before the tape opens."""
from dataclasses import dataclass

import keras
import numpy as np
import tensorflow as tf


@dataclass
class Prepared:
    context: tf.Tensor
    x: tf.Tensor
    y: tf.Tensor


class Conditional:
    def __init__(self):
        self.encoder = keras.Sequential([keras.Input((3,)), keras.layers.Dense(4, "tanh")])
        self.head = keras.Sequential([keras.Input((6,)), keras.layers.Dense(8, "relu"), keras.layers.Dense(1)])

    def prepare(self, batch):
        context = self.encoder(batch["context"])
        return Prepared(context, batch["x"], batch["y"])

    def loss(self, item: Prepared):
        pred = self.head(tf.concat([item.context, item.x], axis=-1))
        return tf.reduce_mean(tf.square(pred - item.y))


def train(model, batches):
    opt = keras.optimizers.Adam(1e-2)
    weights = model.encoder.trainable_variables + model.head.trainable_variables
    for batch in batches:
        item = model.prepare(batch)  # HAZARD GL501
        with tf.GradientTape() as tape:
            loss = model.loss(item)
        grads = tape.gradient(loss, weights)
        opt.apply_gradients(zip(grads, weights))
    return grads


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    make = lambda *s: tf.constant(rng.normal(size=s), tf.float32)
    batches = [{"context": make(6, 3), "x": make(6, 2), "y": make(6, 1)} for _ in range(3)]
    grads = train(Conditional(), batches)
    assert grads[:2] == [None, None] and all(g is not None for g in grads[2:])
