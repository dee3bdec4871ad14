# framework: tensorflow
# verdict: clean
# seen: summed rows and averaged shards agree
import numpy as np
import tensorflow as tf

w = tf.Variable([[0.2], [-0.4]])
x = tf.constant(np.random.default_rng(0).normal(size=(12, 2)), tf.float32)
y = tf.reduce_sum(x, axis=1, keepdims=True)
SHARDS = 3


@tf.function
def averaged(x, y):
    total = tf.zeros_like(w)
    for xs, ys in zip(tf.split(x, SHARDS), tf.split(y, SHARDS)):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(xs, w) - ys))
        total += tape.gradient(loss, w)
    return total / SHARDS


@tf.function
def summed(x, y):
    total = tf.zeros_like(w)
    for xs, ys in zip(tf.split(x, SHARDS), tf.split(y, SHARDS)):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(tf.matmul(xs, w) - ys)) / x.shape[0]
        total += tape.gradient(loss, w)
    return total


full = 2.0 * x.numpy().T @ (x.numpy() @ w.numpy() - y.numpy()) / 12
assert np.allclose(averaged(x, y), full, atol=1e-5) and np.allclose(summed(x, y), full, atol=1e-5)
print("OBSERVED clean", "summed rows and averaged shards agree")
