# framework: tensorflow
# verdict: none
# seen: every adapter gradient is None
"""Adapter tuning: a tape factory that watches nothing on its own, and a loop that forgets to tell it."""
import functools

import tensorflow as tf

quiet_tape = functools.partial(tf.GradientTape, watch_accessed_variables=False)


class Adapter(tf.Module):
    def __init__(self, dim, rank, seed):
        super().__init__()
        self.down = tf.Variable(tf.random.stateless_normal((dim, rank), (seed, 0)) * 0.2)
        self.up = tf.Variable(tf.random.stateless_normal((rank, dim), (seed, 1)) * 0.2)

    def __call__(self, h):
        return h + tf.nn.relu(h @ self.down) @ self.up


class Backbone(tf.Module):
    def __init__(self, dim=6, depth=2):
        super().__init__()
        self.kernels = [tf.Variable(tf.random.stateless_normal((dim, dim), (i, 9)) * 0.3) for i in range(depth)]
        self.adapters = [Adapter(dim, 2, i) for i in range(depth)]

    def __call__(self, x):
        for kernel, adapter in zip(self.kernels, self.adapters):
            x = adapter(tf.tanh(x @ kernel))
        return tf.reduce_sum(x, axis=-1)

    @property
    def tunable(self):
        return [v for adapter in self.adapters for v in adapter.trainable_variables]


def train_epoch(model, batches, rate=0.05, skip=()):
    applied = 0
    for i, (x, y) in enumerate(batches):
        if i in skip:
            continue
        with quiet_tape() as tape:  # HAZARD GL307
            loss = tf.reduce_mean((model(x) - y) ** 2)
        grads = tape.gradient(loss, model.tunable)
        for v, g in zip(model.tunable, grads):
            if g is not None:
                v.assign_sub(rate * g)
                applied += 1
        tf.print("step", i, loss, output_stream="file:///dev/null")
    return applied


if __name__ == "__main__":
    x = tf.random.stateless_normal((12, 6), (5, 5))
    data = tf.data.Dataset.from_tensor_slices((x, tf.reduce_mean(x, -1))).batch(4)
    assert train_epoch(Backbone(), data) == 0
