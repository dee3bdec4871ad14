# framework: tensorflow
# verdict: none
# seen: projection never listed: 2 variables
import keras
import tensorflow as tf
from keras import layers


class ResidualBlock(layers.Layer):
    def __init__(self, width):
        super().__init__()
        self.width = width
        self.inner = layers.Dense(width, activation="relu")

    def call(self, x):
        shortcut = layers.Dense(self.width, use_bias=False)(x)  # HAZARD GL309
        return shortcut + self.inner(x)


keras.utils.set_random_seed(0)
block = ResidualBlock(5)
x = tf.random.normal((4, 3))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(block(x)))
variables = block.trainable_variables
grads = tape.gradient(loss, variables)
again = float(tf.reduce_mean(tf.square(block(x))))
assert len(grads) == 2 and abs(again - float(loss)) > 1e-6
print("OBSERVED none", "projection never listed:", len(variables), "variables")
