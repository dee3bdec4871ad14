# framework: tensorflow
# verdict: clean
# seen: True
"""Variables that a layer lists itself or keeps a history in; shapes that are tensors; a pool made at each call."""

import tensorflow as tf


class Metric(tf.keras.layers.Layer):
    def __init__(self, width):
        super().__init__()
        self.weight = tf.Variable(tf.eye(width))
        self.history = tf.Variable(tf.zeros([4, width]))
        self.all_variables = [self.weight]

    def call(self, x):
        x = tf.keras.layers.MaxPool1D(1)(x[..., None])[..., 0]
        self.history.assign(tf.concat([self.history[1:], x[:1]], 0))
        return tf.matmul(x, self.weight)


def homogeneous(flat):
    flat = tf.reshape(flat, tf.constant([-1, 2]))
    ones = tf.ones([tf.shape(flat)[0], 1])
    mark = tf.concat([tf.constant(2.0, tf.float32, (1,)), ones[:, 0]], 0)
    return tf.concat([flat, ones], axis=1), tf.concat([tf.ones(tf.shape(flat)), flat], axis=-1), mark


layer = Metric(3)
x = tf.random.normal([5, 3])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(layer(x)))
grads = tape.gradient(loss, layer.all_variables)
assert grads[0] is not None
assert homogeneous(tf.zeros([6]))[0].shape == (3, 3)
print("OBSERVED clean")
