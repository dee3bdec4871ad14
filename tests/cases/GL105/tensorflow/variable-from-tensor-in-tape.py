# framework: tensorflow
# verdict: none
# seen: meta gradients [None, None]
import tensorflow as tf

w = tf.Variable([[0.3], [-0.1]])
b = tf.Variable([0.0])
support_x, support_y = tf.random.normal((5, 2), seed=1), tf.ones((5, 1))
query_x, query_y = tf.random.normal((5, 2), seed=2), tf.zeros((5, 1))


def mse(x, y, kernel, bias):
    return tf.reduce_mean(tf.square(tf.matmul(x, kernel) + bias - y))


with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        support_loss = mse(support_x, support_y, w, b)
    steps = inner.gradient(support_loss, [w, b])
    fast = [tf.Variable(p - 0.1 * g) for p, g in zip([w, b], steps)]  # HAZARD GL105
    query_loss = mse(query_x, query_y, fast[0], fast[1])
meta = outer.gradient(query_loss, [w, b])
assert meta == [None, None]
print("OBSERVED none", "meta gradients", meta)
