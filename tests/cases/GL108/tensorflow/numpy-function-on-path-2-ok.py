# framework: tensorflow
# verdict: clean
# seen: the host kernel has its own derivative
import numpy as np
import tensorflow as tf


@tf.custom_gradient
def host_bump(p):
    value = tf.numpy_function(lambda v: np.exp(-v * v), [p], tf.float32)
    value.set_shape(p.shape)

    def grad(upstream):
        slope = tf.numpy_function(lambda v: -2.0 * v * np.exp(-v * v), [p], tf.float32)
        return upstream * tf.ensure_shape(slope, p.shape)

    return value, grad


position = tf.Variable([0.5, -0.2])
with tf.GradientTape() as tape:
    energy = tf.reduce_sum(0.5 * tf.square(position - 1.0) + 2.0 * host_bump(position + 0.0))
force = tape.gradient(energy, position)
p = position.numpy()
assert np.allclose(force, (p - 1.0) - 4.0 * p * np.exp(-p * p), atol=1e-5)
print("OBSERVED clean", "the host kernel has its own derivative")
