# framework: tensorflow
# verdict: clean
# seen: stress falls
import numpy as np
import tensorflow as tf

tf.random.set_seed(0)
layout = tf.Variable(tf.random.normal((5, 2)))
target = tf.constant(1.0) - tf.eye(5)


def stress(points):
    difference = points[:, None, :] - points[None, :, :]
    squared = tf.reduce_sum(tf.square(difference), axis=-1)
    distance = tf.sqrt(squared + 1e-6)
    return tf.reduce_mean(tf.square(distance - target)) + 0.1 * tf.reduce_mean(squared)


with tf.GradientTape() as tape:
    loss = stress(layout)
grad = tape.gradient(loss, layout).numpy()


def reference(p):
    sq = np.square(p[:, None] - p[None]).sum(-1)
    return np.mean((np.sqrt(sq + 1e-6) - target.numpy()) ** 2) + 0.1 * sq.mean()


p = layout.numpy().astype(float)
bump = np.zeros((5, 2))
bump[3, 1] = 1e-5
assert np.isclose(grad[3, 1], (reference(p + bump) - reference(p - bump)) / 2e-5, atol=1e-3)
assert float(stress(layout - 0.1 * grad)) < float(loss)
print("OBSERVED clean", "stress falls")
