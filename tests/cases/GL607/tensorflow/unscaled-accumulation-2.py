# framework: tensorflow
# verdict: wrong
# seen: 3 shards give 3.0 times the gradient
import numpy as np
import tensorflow as tf

w = tf.Variable([[0.2], [-0.4]])
x = tf.constant(np.random.default_rng(0).normal(size=(12, 2)), tf.float32)
y = tf.reduce_sum(x, axis=1, keepdims=True)
SHARDS = 3


@tf.function
def large_batch_step(x, y):
    total = tf.zeros_like(w)
    for xs, ys in zip(tf.split(x, SHARDS), tf.split(y, SHARDS)):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(xs, w) - ys))
        total += tape.gradient(loss, w)  # HAZARD GL607
    w.assign_sub(0.05 * total)
    return total


start = w.numpy()
total = large_batch_step(x, y)
full = 2.0 * x.numpy().T @ (x.numpy() @ start - y.numpy()) / 12
ratio = total.numpy() / full
assert np.allclose(ratio, SHARDS, rtol=1e-3)
print("OBSERVED wrong", SHARDS, "shards give", round(float(ratio[0, 0]), 2), "times the gradient")
