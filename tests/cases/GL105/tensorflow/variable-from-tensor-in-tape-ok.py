# framework: tensorflow
# verdict: clean
# seen: meta gradient 0.9062
import tensorflow as tf

w = tf.Variable(0.7)
support_x, support_y = tf.constant([1.0, 2.0]), tf.constant([1.0, 1.0])
query_x, query_y = tf.constant([0.5, -1.0]), tf.constant([0.0, 1.0])
inner_lr = 0.1


def mse(x, y, slope):
    return tf.reduce_mean(tf.square(x * slope - y))


with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        support_loss = mse(support_x, support_y, w)
    fast = w - inner_lr * inner.gradient(support_loss, w)
    query_loss = mse(query_x, query_y, fast)
meta = float(outer.gradient(query_loss, w))


def adapted_query_loss(slope):
    adapted = slope - inner_lr * (5.0 * slope - 3.0)
    return (0.25 * adapted**2 + (adapted + 1.0) ** 2) / 2.0


numeric = (adapted_query_loss(0.7 + 1e-4) - adapted_query_loss(0.7 - 1e-4)) / 2e-4
assert abs(meta - numeric) < 1e-4
print("OBSERVED clean", "meta gradient", round(meta, 4))
