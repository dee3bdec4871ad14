# framework: tensorflow
# verdict: clean
# seen: forces of four charges
import numpy as np
import tensorflow as tf

positions = tf.Variable([-1.2, 0.1, 0.9, 2.0])


def log_gas_energy(x):
    gap = tf.abs(x[:, None] - x[None, :])
    apart = gap > 0.0
    repulsion = tf.where(apart, -tf.math.log(tf.where(apart, gap, 1.0)), 0.0)
    return 0.5 * tf.reduce_sum(tf.square(x)) + 0.5 * tf.reduce_sum(repulsion)


with tf.GradientTape() as tape:
    energy = log_gas_energy(positions)
force = tape.gradient(energy, positions)
p = positions.numpy()
expected = [p[i] - sum(1.0 / (p[i] - p[j]) for j in range(4) if j != i) for i in range(4)]
assert np.allclose(force, expected, atol=1e-4)
print("OBSERVED clean", "forces of four charges")
