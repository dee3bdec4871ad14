# framework: tensorflow
# verdict: clean
# seen: None for the mask
import numpy as np
import tensorflow as tf


@tf.custom_gradient
def fused_affine(x, gamma, beta, mask):
    y = (x * gamma + beta) * mask

    def backward(dy):
        seen = dy * mask
        grads = [seen * gamma, tf.reduce_sum(seen * x, axis=0), tf.reduce_sum(seen, axis=0)]
        return (*grads, None)

    return y, backward


@tf.custom_gradient
def double(x):
    return 2.0 * x, lambda dy: 2.0 * dy


gamma, beta = tf.Variable([1.5, 0.5]), tf.Variable([0.0, 0.1])
x, mask = tf.random.normal((4, 2)), tf.constant([[1.0], [0.0], [1.0], [1.0]])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(double(fused_affine(x, gamma + 0.0, beta + 0.0, mask)))
by_gamma, by_beta = tape.gradient(loss, [gamma, beta])
assert np.allclose(by_gamma, 2.0 * (x.numpy() * mask.numpy()).sum(axis=0), atol=1e-5)
assert np.allclose(by_beta, 6.0)
print("OBSERVED clean", "None for the mask")
