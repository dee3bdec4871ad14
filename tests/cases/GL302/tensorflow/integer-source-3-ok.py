# framework: tensorflow
# verdict: clean
# seen: gradient as expected
"""Sizes are integers, what is drawn with them is not."""

import tensorflow as tf
import tensorflow.experimental.numpy as tnp

tnp.experimental_enable_numpy_behavior()
tf.random.set_seed(0)


class Model:
    def __init__(self, size, hidden):
        self.w1 = tnp.random.randn(size, hidden).astype(tnp.float32) / 4
        self.bias = tnp.random.randn(hidden).astype(tnp.float32)
        self.w2 = tnp.random.randn(hidden, 1).astype(tnp.float32) / 4

    @property
    def weights(self):
        return [self.w1, self.bias, self.w2]

    def predict(self, x):
        return tnp.matmul(tnp.maximum(tnp.matmul(x, self.w1) + self.bias, 0), self.w2)


model = Model(3, 8)
x = tnp.random.randn(16, 3).astype(tnp.float32)
y = tnp.sum(x, axis=1, keepdims=True)
with tf.GradientTape() as tape:
    tape.watch(model.weights)
    loss = tnp.mean(tnp.square(model.predict(x) - y))
gradients = tape.gradient(loss, model.weights)
scale = tf.cast(tf.range(3), tf.float32)
with tf.GradientTape() as tape:
    tape.watch(scale)
    total = tf.reduce_sum(scale * scale)
gradients.append(tape.gradient(total, scale))
print("OBSERVED", "clean" if all(g is not None for g in gradients) else "none")
