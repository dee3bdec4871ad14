# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf


def safe_div(a, b):
    ok = tf.not_equal(b, 0.0)
    return tf.where(ok, a / tf.where(ok, b, 1.0), tf.zeros_like(a))


def softplus(x):
    return tf.where(x > 20.0, x, tf.math.log1p(tf.exp(tf.minimum(x, 20.0))))


den = tf.Variable([2.0, 0.0, 50.0])
one = tf.ones(3)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(safe_div(one, den)) + tf.reduce_sum(tf.math.divide_no_nan(one, den))
    loss += tf.reduce_sum(softplus(den)) + tf.reduce_sum(tf.where(den > 1.0, den ** 2, 2.0 * den - 1.0))
    loss += tf.reduce_sum(tf.where(den > 0.0, tf.math.log(tf.maximum(den, 1e-6)), 0.0))
g = tape.gradient(loss, den)
print("OBSERVED", "nan" if tf.reduce_any(tf.math.is_nan(g)) else "clean")
