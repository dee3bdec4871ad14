# framework: tensorflow
# verdict: wrong
# seen: the marginal term gives the encoder no gradient: finite differences disagree
"""Mutual-information maximisation (MINE): marginals made by shuffling the codes of the batch."""
from dataclasses import dataclass

import numpy as np
import tensorflow as tf


@dataclass
class Pair:
    joint: tf.Tensor
    marginal: tf.Tensor


class Dense(tf.Module):
    def __init__(self, a, b, seed, act=None):
        super().__init__()
        self.w = tf.Variable(tf.random.stateless_normal((a, b), (seed, 3), dtype=tf.float64) * 0.5)
        self.b = tf.Variable(tf.zeros((b,), tf.float64))
        self.act = act or (lambda x: x)

    def __call__(self, x):
        return self.act(x @ self.w + self.b)


class Mine(tf.Module):
    def __init__(self, x_dim=3, z_dim=2):
        super().__init__()
        self.encoder = Dense(x_dim, z_dim, 1, tf.tanh)
        self.hidden = Dense(x_dim + z_dim, 8, 2, tf.nn.elu)
        self.out = Dense(8, 1, 3)

    def statistic(self, x, z):
        return tf.squeeze(self.out(self.hidden(tf.concat([x, z], axis=-1))), -1)

    def pair(self, x):
        z = self.encoder(x)
        independent = tf.random.shuffle(z, seed=1)  # HAZARD GL403
        return Pair(joint=self.statistic(x, z), marginal=self.statistic(x, independent))

    def bound(self, x):
        pair = self.pair(x)
        n = tf.cast(tf.shape(x)[0], tf.float64)
        return tf.reduce_mean(pair.joint) - (tf.reduce_logsumexp(pair.marginal) - tf.math.log(n))


def gradient(model, x):
    with tf.GradientTape() as tape:
        loss = -model.bound(x)
    return loss, tape.gradient(loss, model.trainable_variables)


if __name__ == "__main__":
    x = tf.constant(np.random.default_rng(0).normal(size=(16, 3)))
    model = Mine()
    opt = tf.keras.optimizers.Adam(1e-2)
    for _ in range(3):
        loss, grads = gradient(model, x)
        opt.apply_gradients(zip(grads, model.trainable_variables))

    def value(delta):
        model.encoder.w[0, 0].assign(base + delta)
        tf.random.set_seed(4)
        return float(-model.bound(x))

    base = float(model.encoder.w[0, 0])
    fd = (value(1e-4) - value(-1e-4)) / 2e-4
    value(0.0)
    tf.random.set_seed(4)
    with tf.GradientTape() as tape:
        loss = -model.bound(x)
    got = float(tape.gradient(loss, model.encoder.w)[0, 0])
    assert abs(got - fd) > 1e-3, (got, fd)
