# framework: tensorflow
# verdict: none
# seen: kernel gradient None
import keras
import tensorflow as tf
from keras import layers, ops


class QuantDense(layers.Layer):
    def __init__(self, units, bits):
        super().__init__()
        self.units = units
        self.step = 1.0 / 2**bits

    def build(self, input_shape):
        self.kernel = self.add_weight(shape=(input_shape[-1], self.units), initializer="glorot_uniform")
        self.bias = self.add_weight(shape=(self.units,), initializer="zeros")

    def call(self, x):
        coarse = ops.round(self.kernel / self.step) * self.step  # HAZARD GL403
        return ops.matmul(x, coarse) + self.bias


keras.utils.set_random_seed(1)
layer = QuantDense(2, bits=3)
x, y = tf.random.normal((6, 4)), tf.zeros((6, 2))
with tf.GradientTape() as tape:
    loss = ops.mean(ops.square(layer(x) - y))
by_kernel, by_bias = tape.gradient(loss, [layer.kernel, layer.bias])
assert by_kernel is None and by_bias is not None
print("OBSERVED none", "kernel gradient", by_kernel)
