# framework: tensorflow
# verdict: nan
# seen: nan
import tensorflow as tf


def safe_div(a, b):
    return tf.where(tf.not_equal(b, 0.0), a / b, tf.zeros_like(a))  # HAZARD GL701


den = tf.Variable([2.0, 0.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(safe_div(tf.constant([1.0, 0.0]), den))
g = tape.gradient(loss, den)
print("OBSERVED", "nan" if tf.reduce_any(tf.math.is_nan(g)) else "clean")
