# framework: tensorflow
# verdict: clean
# seen: huber, ratio and leak all finite
import numpy as np
import tensorflow as tf


def huber(e, delta=1.0):
    size = tf.abs(e)
    return tf.where(size < delta, 0.5 * tf.square(e), delta * size - 0.5 * delta**2)


def ratio(count, total):
    return tf.math.divide_no_nan(count, total)


def leaky(v, slope=0.1):
    return tf.where(v > 0.0, tf.exp(v / 4.0), slope * v)


e = tf.Variable([0.0, 0.4, -3.0])
total = tf.constant([0.0, 2.0, 4.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(huber(e)) + tf.reduce_sum(ratio(e, total)) + tf.reduce_sum(leaky(e))
grad = tape.gradient(loss, e).numpy()


def reference(v):
    bend = np.where(np.abs(v) < 1.0, 0.5 * v * v, np.abs(v) - 0.5)
    leak = np.where(v > 0.05, np.exp(v / 4.0), 0.1 * v)
    return bend.sum() + v[1] / 2.0 + v[2] / 4.0 + leak.sum()


v = e.numpy().astype(float)
numeric = [(reference(v + d) - reference(v - d)) / 2e-5 for d in 1e-5 * np.eye(3)]
assert np.allclose(grad, numeric, atol=1e-3)
print("OBSERVED clean", "huber, ratio and leak all finite")
