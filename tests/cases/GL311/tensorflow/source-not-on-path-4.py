# framework: tensorflow
# verdict: none
# seen: the sources are the layers of a clone, not of the network that was run
"""Lookahead search on a cloned network: the forward pass still uses the original."""
import keras
import numpy as np
import tensorflow as tf


def build():
    net = keras.Sequential([keras.Input((3,)), keras.layers.Dense(6, "tanh"), keras.layers.Dense(1)])
    return net


class Lookahead:
    def __init__(self, net, k=3, alpha=0.5):
        self.slow = net
        self.fast = keras.models.clone_model(net)
        self.fast.set_weights(net.get_weights())
        self.k, self.alpha = k, alpha

    def loss(self, x, y):
        return tf.reduce_mean(tf.square(self.slow(x) - y))

    def inner(self, x, y, rate=0.1):
        with tf.GradientTape() as tape:
            loss = self.loss(x, y)
        grads = tape.gradient(loss, self.fast.trainable_variables)  # HAZARD GL311
        moved = 0
        for v, g in zip(self.fast.trainable_variables, grads):
            if g is not None:
                v.assign_sub(rate * g)
                moved += 1
        return moved

    def sync(self):
        for s, f in zip(self.slow.trainable_variables, self.fast.trainable_variables):
            s.assign(s + self.alpha * (f - s))
            f.assign(s)


if __name__ == "__main__":
    x = np.random.default_rng(0).normal(size=(8, 3)).astype("float32")
    search = Lookahead(build())
    assert sum(search.inner(x, x[:, :1]) for _ in range(search.k)) == 0
    search.sync()
