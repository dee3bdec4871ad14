# framework: tensorflow
# verdict: zero
# seen: scalar 0.0 for 3 atoms
import numpy as np
import tensorflow as tf


def lennard_jones(r):
    s6 = r.numpy() ** -6.0
    return np.float32(4.0 * (s6 * s6 - s6))


radii = tf.Variable([1.1, 1.3, 1.6])
with tf.GradientTape() as tape:
    pair_energy = tf.py_function(lennard_jones, [radii], tf.float32)  # HAZARD GL108
    total = tf.reduce_sum(pair_energy)
force = tape.gradient(total, radii)
assert force.shape == () and float(force) == 0.0
print("OBSERVED zero", "scalar", float(force), "for", radii.shape[0], "atoms")
