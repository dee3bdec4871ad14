# framework: tensorflow
# verdict: wrong
# seen: the fairness term has no gradient: identical with weight 0 and 100
"""Logistic regression with a demographic-parity penalty measured on hard decisions."""
from dataclasses import dataclass

import numpy as np
import tensorflow as tf


@dataclass
class Batch:
    x: tf.Tensor
    y: tf.Tensor
    group: tf.Tensor


class Logistic(tf.Module):
    def __init__(self, n):
        super().__init__()
        self.w = tf.Variable(tf.ones((n,)) * 0.1)
        self.b = tf.Variable(0.0)

    def logits(self, x):
        return tf.linalg.matvec(x, self.w) + self.b

    def accepted(self, x, threshold=0.5):
        return tf.cast(tf.sigmoid(self.logits(x)) > threshold, tf.float32)  # HAZARD GL403


def parity_gap(decisions, group):
    rates = [tf.reduce_sum(decisions * m) / tf.maximum(tf.reduce_sum(m), 1.0) for m in (group, 1.0 - group)]
    return tf.abs(rates[0] - rates[1])


def objective(model, batch, weight):
    bce = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(batch.y, model.logits(batch.x)))
    return bce + weight * parity_gap(model.accepted(batch.x), batch.group)


def grads(model, batch, weight):
    with tf.GradientTape() as tape:
        loss = objective(model, batch, weight)
    return tape.gradient(loss, [model.w, model.b])


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    x = rng.normal(size=(64, 3)).astype(np.float32)
    batch = Batch(tf.constant(x), tf.constant((x[:, 0] > 0).astype(np.float32)), tf.constant((x[:, 1] > 0).astype(np.float32)))
    model, opt = Logistic(3), tf.keras.optimizers.SGD(0.1)
    for _ in range(3):
        opt.apply_gradients(zip(grads(model, batch, 1.0), [model.w, model.b]))
    for a, b in zip(grads(model, batch, 0.0), grads(model, batch, 100.0)):
        np.testing.assert_array_equal(a, b)
