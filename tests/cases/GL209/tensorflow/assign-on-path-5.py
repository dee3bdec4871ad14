# framework: tensorflow
# verdict: wrong
# seen: the batch mean goes through a variable by assign and is a constant for the tape
"""Normalisation layer that writes its statistics first and then normalises with what it has stored."""
import numpy as np
import tensorflow as tf


class RunningNorm(tf.Module):
    def __init__(self, n, momentum=0.0):
        super().__init__()
        self.mean = tf.Variable(tf.zeros(n, tf.float64), trainable=False)
        self.gain = tf.Variable(tf.ones(n, tf.float64))
        self.momentum = momentum

    def __call__(self, x, training):
        if training:
            batch = tf.reduce_mean(x, axis=0)
            self.mean.assign(self.momentum * self.mean + (1.0 - self.momentum) * batch)  # HAZARD GL209
        return self.gain * (x - self.mean)


class Net(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(tf.random.stateless_normal((3, 4), (0, 0), dtype=tf.float64))
        self.norm = RunningNorm(4)

    def __call__(self, x, training=False):
        return tf.reduce_sum(tf.nn.softplus(self.norm(x @ self.w, training)), -1)


def loss(net, x, y):
    return tf.reduce_mean((net(x, training=True) - y) ** 2)


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    x, y = tf.constant(rng.normal(size=(8, 3)) + 1.0), tf.constant(rng.normal(size=8))
    net = Net()
    with tf.GradientTape() as tape:
        value = loss(net, x, y)
    got = tape.gradient(value, net.w).numpy()[0, 0]
    base = net.w.numpy()
    bump = np.zeros_like(base)
    bump[0, 0] = 1e-5
    net.w.assign(base + bump)
    up = float(loss(net, x, y))
    net.w.assign(base - bump)
    assert abs((up - float(loss(net, x, y))) / 2e-5 - got) > 1e-2
