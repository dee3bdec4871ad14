# framework: tensorflow
# verdict: clean
# seen: 2 trainable, 3 calls counted
import numpy as np
import tensorflow as tf
from tensorflow import keras


class Temperature(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.calls = tf.Variable(0, trainable=False)
        self.offset = keras.Variable(0.5, trainable=True)

    def build(self, input_shape):
        self.log_t = self.add_weight(shape=(1,), initializer="zeros", name="log_t")

    def call(self, logits):
        self.calls.assign_add(1)
        return logits * tf.exp(-self.log_t) + self.offset


layer = Temperature()
logits = tf.constant([[4.0, 0.0, 1.0], [0.0, 5.0, -1.0]])
layer(logits)
layer(logits)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(layer(logits)))
slopes = tape.gradient(loss, layer.trainable_variables)
grads = {v.name: g.numpy() for v, g in zip(layer.trainable_variables, slopes)}
out = logits.numpy() + 0.5
assert np.isclose(grads.pop("log_t")[0], -2.0 * np.sum(out * logits.numpy()))
assert np.isclose(list(grads.values())[0], 2.0 * out.sum())
print("OBSERVED clean", len(layer.trainable_variables), "trainable,", int(layer.calls), "calls counted")
