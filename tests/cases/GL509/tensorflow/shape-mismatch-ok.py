# framework: tensorflow
# verdict: clean
# seen: four heads of width two
import numpy as np
import tensorflow as tf

projection = tf.Variable(tf.random.normal((12, 8), seed=1))
tokens = tf.random.normal((5, 12), seed=2)


def split_heads(x, heads):
    return tf.transpose(tf.reshape(x, (5, heads, -1)), (1, 0, 2))


def merge_heads(x):
    return tf.reshape(tf.transpose(x, (1, 0, 2)), (5, 8))


with tf.GradientTape() as tape:
    queries = split_heads(tf.matmul(tokens, projection), 4)
    loss = tf.reduce_sum(tf.square(merge_heads(queries)))
grad = tape.gradient(loss, projection)
t = tokens.numpy()
assert queries.shape == (4, 5, 2)
assert np.allclose(grad, 2.0 * t.T @ (t @ projection.numpy()), rtol=1e-3, atol=1e-3)
print("OBSERVED clean", "four heads of width two")
