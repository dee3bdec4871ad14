# framework: tensorflow
# verdict: wrong
# seen: -0.5 instead of -2.06
import numpy as np
import tensorflow as tf


class Well(tf.Module):
    def __init__(self, start):
        super().__init__()
        self.position = tf.Variable(start)

    def barrier(self):
        bump = lambda p: np.float32(np.exp(-p * p))
        return tf.compat.v1.py_func(bump, [self.position], tf.float32)  # HAZARD GL108

    def energy(self):
        harmonic = 0.5 * tf.square(self.position - 1.0)
        return harmonic + 2.0 * self.barrier()


well = Well(0.5)
with tf.GradientTape() as tape:
    energy = well.energy()
force = tape.gradient(energy, well.position)
true = -0.5 - 4.0 * 0.5 * np.exp(-0.25)
assert abs(float(force) + 0.5) < 1e-6
print("OBSERVED wrong", round(float(force), 2), "instead of", round(float(true), 2))
