# framework: tensorflow
# verdict: clean
# seen: share within delta 0.33
import numpy as np
import tensorflow as tf

kernel = tf.Variable([[0.4], [-0.3]])
x = tf.constant([[1.0, 2.0], [0.5, -1.0], [3.0, 1.0]])
y = tf.constant([[0.2], [3.0], [-1.0]])
delta = 0.5


def huber(error):
    size = tf.abs(error)
    return tf.where(size <= delta, 0.5 * tf.square(error), delta * (size - 0.5 * delta))


with tf.GradientTape() as tape:
    error = tf.matmul(x, kernel) - y
    loss = tf.reduce_mean(huber(error))
    within = tf.reduce_mean(tf.cast(tf.abs(error) < delta, tf.float32))
grad = tape.gradient(loss, kernel)
residual = x.numpy() @ kernel.numpy() - y.numpy()
expected = x.numpy().T @ np.clip(residual, -delta, delta) / 3
assert np.allclose(grad, expected, atol=1e-5)
print("OBSERVED clean", "share within delta", round(float(within), 2))
