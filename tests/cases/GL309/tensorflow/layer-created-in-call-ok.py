# framework: tensorflow
# verdict: clean
# seen: 3 variables, each with a gradient
import keras
import numpy as np
import tensorflow as tf
from keras import layers


class ResidualBlock(layers.Layer):
    def __init__(self, width):
        super().__init__()
        self.width = width
        self.inner = layers.Dense(width, activation="tanh")

    def build(self, input_shape):
        self.shortcut = layers.Dense(self.width, use_bias=False)
        self.shortcut.build(input_shape)
        self.inner.build(input_shape)

    def call(self, x):
        return self.shortcut(x) + self.inner(x)


keras.utils.set_random_seed(0)
block = ResidualBlock(5)
x = tf.random.normal((4, 3))
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(block(x))
grads = tape.gradient(loss, block.trainable_variables)
assert len(grads) == 3
kernels = [g.numpy() for g in grads if g.shape == (3, 5)]
straight = x.numpy().sum(axis=0)[:, None]
assert len(kernels) == 2 and any(np.allclose(g, straight, atol=1e-4) for g in kernels)
print("OBSERVED clean", len(grads), "variables, each with a gradient")
