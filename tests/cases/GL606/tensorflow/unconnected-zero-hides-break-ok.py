# framework: tensorflow
# verdict: clean
# seen: scale used, shift switched off
import numpy as np
import tensorflow as tf


class Affine(tf.Module):
    def __init__(self, use_shift):
        super().__init__()
        self.use_shift = use_shift
        self.scale = tf.Variable([1.5, 0.5])
        self.shift = tf.Variable([0.1, 0.1])

    def __call__(self, x):
        y = x * self.scale
        return y + self.shift if self.use_shift else y


layer = Affine(use_shift=False)
x = tf.constant([[1.0, 2.0], [3.0, -1.0]])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(layer(x)))
params = [layer.scale, layer.shift]
grads = tape.gradient(loss, params, unconnected_gradients=tf.UnconnectedGradients.ZERO)
assert np.allclose(grads[0], 2.0 * np.array([1.5, 0.5]) * np.array([10.0, 5.0]))
assert not grads[1].numpy().any()
print("OBSERVED clean", "scale used, shift switched off")
