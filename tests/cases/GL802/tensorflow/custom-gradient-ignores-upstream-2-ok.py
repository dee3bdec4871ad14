# framework: tensorflow
# verdict: clean
# seen: weighted sigmoid
import numpy as np
import tensorflow as tf


@tf.custom_gradient
def stable_softplus(x):
    value = tf.maximum(x, 0.0) + tf.math.log1p(tf.exp(-tf.abs(x)))
    return value, lambda upstream: upstream * tf.sigmoid(x)


@tf.custom_gradient
def monitor(x):
    def grad(*upstream):
        (dy,) = upstream
        return dy

    return tf.identity(x), grad


@tf.custom_gradient
def frozen_target(t):
    return tf.identity(t), lambda dy: None


x, t = tf.Variable([1.0, 2.0]), tf.Variable([0.2, 0.4])
weights = tf.constant([0.5, 2.0])
with tf.GradientTape() as tape:
    cost = tf.reduce_sum(weights * monitor(stable_softplus(x + 0.0)) * frozen_target(t + 0.0))
got = tape.gradient(cost, x).numpy()
assert np.allclose(got, np.array([0.1, 0.8]) / (1.0 + np.exp(-x.numpy())), atol=1e-5)
print("OBSERVED clean", "weighted sigmoid")
