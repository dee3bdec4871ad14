# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf


@tf.custom_gradient
def clip_norm(x):
    def grad(upstream):
        return tf.clip_by_norm(upstream, 1.0)

    return tf.identity(x), grad


@tf.custom_gradient
def round_ste(x):
    return tf.round(x), lambda dy: dy


@tf.custom_gradient
def log1pexp(x):
    e = tf.exp(x)

    def grad(up):
        return up * (1 - 1 / (1 + e))

    return tf.math.log(1 + e), grad


v = tf.Variable([0.4, 1.6])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(10.0 * clip_norm(round_ste(v) + log1pexp(v)))
g = tape.gradient(loss, v)
print("OBSERVED", "clean" if g is not None and g.numpy().any() else "wrong")
