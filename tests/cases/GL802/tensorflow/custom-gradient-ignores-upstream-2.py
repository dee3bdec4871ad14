# framework: tensorflow
# verdict: wrong
# seen: [0.731, 0.881] instead of [0.366, 1.762]
import tensorflow as tf


@tf.custom_gradient
def stable_softplus(x):
    value = tf.maximum(x, 0.0) + tf.math.log1p(tf.exp(-tf.abs(x)))
    return value, lambda upstream: tf.sigmoid(x)  # HAZARD GL802


x = tf.Variable([1.0, 2.0])
weights = tf.constant([0.5, 2.0])
with tf.GradientTape() as tape:
    cost = tf.reduce_sum(weights * stable_softplus(x + 0.0))
got = tape.gradient(cost, x).numpy()
true = weights.numpy() * tf.sigmoid(x).numpy()
assert abs(got - true).max() > 0.3
print("OBSERVED wrong", [round(float(v), 3) for v in got], "instead of", [round(float(v), 3) for v in true])
