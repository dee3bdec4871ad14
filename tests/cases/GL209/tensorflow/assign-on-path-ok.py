# framework: tensorflow
# verdict: clean
# seen: state carried to the next batch
import numpy as np
import tensorflow as tf


class Reservoir(tf.Module):
    def __init__(self, units):
        super().__init__()
        self.drive = tf.Variable(0.3 * tf.ones((1, units)))
        self.state = tf.Variable(tf.zeros((1, units)), trainable=False)

    def unroll(self, inputs):
        h = tf.identity(self.state)
        for u in inputs:
            h = tf.tanh(0.5 * h + u * self.drive)
        self.state.assign(h)
        return h


def final(drive, inputs):
    h = 0.0
    for u in inputs:
        h = np.tanh(0.5 * h + u * drive)
    return h


cell, inputs = Reservoir(2), (0.2, 0.9, -0.4)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(cell.unroll(inputs)))
grad = tape.gradient(loss, cell.drive).numpy()
numeric = (final(0.301, inputs) ** 2 - final(0.299, inputs) ** 2) / 0.002
assert np.allclose(grad, numeric, rtol=1e-2, atol=1e-4)
assert np.allclose(cell.state, final(0.3, inputs), atol=1e-5)
print("OBSERVED clean", "state carried to the next batch")
