# framework: tensorflow
# verdict: clean
# seen: largest radius logged 1.6
import numpy as np
import tensorflow as tf

log = []


def lennard_jones(r):
    log.append(float(np.max(r.numpy())))
    s6 = r ** -6.0
    return 4.0 * (s6 * s6 - s6)


radii = tf.Variable([1.1, 1.3, 1.6])
with tf.GradientTape() as tape:
    pair_energy = tf.py_function(lennard_jones, [radii], tf.float32)
    total = tf.reduce_sum(pair_energy)
force = tape.gradient(total, radii)
r = radii.numpy()
assert np.allclose(force, 4.0 * (-12.0 * r**-13.0 + 6.0 * r**-7.0), rtol=1e-3)
print("OBSERVED clean", "largest radius logged", round(log[0], 2))
