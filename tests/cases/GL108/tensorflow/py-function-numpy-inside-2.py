# framework: tensorflow
# verdict: zero
# seen: kernel and bias gradient all zero
import numpy as np
import tensorflow as tf
from tensorflow import keras


class Cumulative(keras.layers.Layer):
    def call(self, x):
        host = lambda t: np.cumsum(t.numpy(), axis=1)
        out = tf.py_function(host, [x], tf.float32)  # HAZARD GL108
        return tf.ensure_shape(out, x.shape)


keras.utils.set_random_seed(0)
rise = keras.layers.Dense(3, activation="softplus")
cumulative = Cumulative()
x, y = tf.random.normal((2, 4)), tf.ones((2, 3))
with tf.GradientTape() as tape:
    curve = cumulative(rise(x))
    loss = tf.reduce_mean(tf.square(curve - y))
grads = tape.gradient(loss, rise.trainable_variables)
assert all(not g.numpy().any() for g in grads)
print("OBSERVED zero", "kernel and bias gradient all zero")
