# framework: tensorflow
# verdict: clean
# seen: six entries share the mean
import numpy as np
import tensorflow as tf

lengths = tf.constant([2, 3, 1])
scores = tf.Variable(tf.ones((3, 4)))


def masked_mean(rows):
    keep = tf.sequence_mask(lengths, maxlen=4, dtype=tf.float32)
    return tf.reduce_sum(rows * keep) / tf.reduce_sum(keep)


def longest(sizes, width):
    return tf.cast(tf.minimum(tf.reduce_max(sizes), width), tf.float32)


top = tf.py_function(longest, [lengths, tf.constant(4)], tf.float32)
with tf.GradientTape() as tape:
    pooled = tf.py_function(masked_mean, [scores], tf.float32)
    loss = tf.square(pooled - 0.5) * float(top)
grad = tape.gradient(loss, scores).numpy()
keep = np.arange(4)[None] < lengths.numpy()[:, None]
assert np.allclose(grad, np.where(keep, 3.0 * 2.0 * 0.5 / 6.0, 0.0), atol=1e-6)
print("OBSERVED clean", "six entries share the mean")
