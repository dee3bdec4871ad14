# framework: tensorflow
# verdict: clean
# seen: force 7.145
import numpy as np
import tensorflow as tf

x = tf.constant([[0.1], [0.4], [0.8]])
amplitude = tf.Variable(1.5)


def displacement(x):
    return amplitude * tf.sin(3.0 * x)


with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        inner.watch(x)
        u = displacement(x)
    strain = inner.gradient(u, x)
    energy = 0.5 * tf.reduce_mean(tf.square(strain))
force = outer.gradient(energy, amplitude)
expected_strain = 4.5 * np.cos(3.0 * x.numpy())
assert np.allclose(strain, expected_strain, atol=1e-5)
assert np.isclose(float(force), np.mean(expected_strain**2) / 1.5, atol=1e-4)
print("OBSERVED clean", "force", round(float(force), 3))
