# framework: tensorflow
# verdict: clean
# seen: kernel matrix and row weights
import numpy as np
import tensorflow as tf

points = tf.Variable([0.1, 0.7, 1.5])
rows = tf.constant([[1.0, 2.0], [0.0, 1.0], [1.0, 1.0]])
importance = tf.constant([0.2, 0.3, 0.5])
bias = tf.Variable([0.1, -0.1])

with tf.GradientTape() as tape:
    gaps = points[:, None] - points[None, :]
    kernel = tf.exp(-tf.square(gaps))
    shifted = rows + bias
    weighted = importance[:, None] * tf.square(shifted)
    loss = tf.reduce_sum(kernel) + tf.reduce_sum(weighted)
by_points, by_bias = tape.gradient(loss, [points, bias])
p = points.numpy()
g = p[:, None] - p[None]
assert np.allclose(by_points, (-4.0 * g * np.exp(-g * g)).sum(axis=1), atol=1e-5)
w = importance.numpy()[:, None]
assert np.allclose(by_bias, (2.0 * w * (rows.numpy() + bias.numpy())).sum(axis=0), atol=1e-5)
print("OBSERVED clean", "kernel matrix and row weights")
