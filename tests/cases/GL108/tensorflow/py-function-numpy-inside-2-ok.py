# framework: tensorflow
# verdict: clean
# seen: monotone curve trained on decoded rows
import numpy as np
import tensorflow as tf
from tensorflow import keras


def decode(index):
    return np.float32([index.numpy() % 3, 1.0, -0.5, 0.2])


def load(index):
    row = tf.py_function(decode, [index], tf.float32)
    return tf.ensure_shape(row, (4,))


keras.utils.set_random_seed(0)
rows = tf.data.Dataset.range(4).map(load).batch(4)
rise = keras.layers.Dense(3, use_bias=False)
for x in rows:
    with tf.GradientTape() as tape:
        curve = tf.py_function(lambda t: tf.cumsum(t, axis=1), [rise(x)], tf.float32)
        loss = tf.reduce_sum(curve)
    (grad,) = tape.gradient(loss, rise.trainable_variables)
expected = x.numpy().sum(axis=0)[:, None] * np.array([3.0, 2.0, 1.0])
assert np.allclose(grad, expected, atol=1e-5)
print("OBSERVED clean", "monotone curve trained on decoded rows")
