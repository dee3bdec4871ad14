# framework: tensorflow
# verdict: clean
# seen: the body of a py_function is eager also inside a tf.function; only its log reads host numbers
"""A py_function inside a compiled step, with TensorFlow operations on the path and NumPy for the diary."""
import numpy as np
import tensorflow as tf

DIARY = []


def soft_threshold(x):
    DIARY.append((x.numpy().max(), float(np.percentile(x, 90))))
    return tf.sign(x) * tf.nn.relu(tf.abs(x) - 0.1)


class Shrink(tf.Module):
    def __init__(self, n):
        super().__init__()
        self.w = tf.Variable(tf.random.stateless_normal((n, n), (0, 0)))

    @tf.function
    def __call__(self, x):
        h = tf.py_function(soft_threshold, [x @ self.w], tf.float32)
        return tf.ensure_shape(h, x.shape)


module = Shrink(3)
x = tf.random.stateless_normal((4, 3), (1, 1))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(module(x)))
grad = tape.gradient(loss, module.w)
assert float(tf.norm(grad)) > 0 and len(DIARY) >= 1
