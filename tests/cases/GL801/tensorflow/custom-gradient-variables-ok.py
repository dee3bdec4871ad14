# framework: tensorflow
# verdict: clean
# seen: surrogate reaches kernel and input
import numpy as np
import tensorflow as tf


@tf.custom_gradient
def spike(membrane):
    def surrogate(dy):
        return dy / tf.square(1.0 + tf.abs(membrane - 1.0))

    return tf.cast(membrane > 1.0, tf.float32), surrogate


class SpikingLayer(tf.Module):
    def __init__(self, inputs, units):
        super().__init__()
        self.kernel = tf.Variable(tf.ones((inputs, units)) * 0.4)

    def __call__(self, x):
        @tf.custom_gradient
        def project(v):
            def grad(dy, variables=None):
                return tf.matmul(dy, self.kernel, transpose_b=True), [tf.matmul(v, dy, transpose_a=True)]

            return tf.matmul(v, self.kernel), grad

        return spike(project(x))


layer = SpikingLayer(3, 2)
current = tf.Variable([[1.0, 0.5, 2.0]])
with tf.GradientTape() as tape:
    rate = tf.reduce_sum(layer(current + 0.0))
by_input, by_kernel = tape.gradient(rate, [current, layer.kernel])
slope = 1.0 / (1.0 + 0.4) ** 2
assert np.allclose(by_input, 2 * 0.4 * slope, atol=1e-5)
assert np.allclose(by_kernel, slope * current.numpy().T, atol=1e-5)
print("OBSERVED clean", "surrogate reaches kernel and input")
