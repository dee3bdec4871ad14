# framework: tensorflow
# verdict: clean
# seen: gradient of the loss at the quantised kernel
import keras
import numpy as np
import tensorflow as tf
from keras import layers, ops


class QuantDense(layers.Layer):
    def __init__(self, units, bits):
        super().__init__()
        self.units = units
        self.step = 1.0 / 2**bits

    def build(self, input_shape):
        self.kernel = self.add_weight(shape=(input_shape[-1], self.units), initializer="glorot_uniform")

    def on_grid(self, w):
        coarse = ops.round(w / self.step) * self.step
        return w + ops.stop_gradient(coarse - w)

    def call(self, x):
        return ops.matmul(x, self.on_grid(self.kernel))


keras.utils.set_random_seed(1)
layer = QuantDense(2, bits=3)
x, y = tf.random.normal((6, 4)), tf.ones((6, 2))
with tf.GradientTape() as tape:
    loss = ops.mean(ops.square(layer(x) - y))
grad = tape.gradient(loss, layer.kernel)
coarse = np.round(layer.kernel.numpy() * 8.0) / 8.0
expected = 2.0 * x.numpy().T @ (x.numpy() @ coarse - y.numpy()) / 12
assert np.allclose(grad, expected, atol=1e-5)
print("OBSERVED clean", "gradient of the loss at the quantised kernel")
