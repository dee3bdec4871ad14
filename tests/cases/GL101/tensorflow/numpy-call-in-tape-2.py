# framework: tensorflow
# verdict: none
# seen: stiffness gradient None
import numpy as np
import tensorflow as tf


class MorseBond(tf.Module):
    def __init__(self, rest):
        super().__init__()
        self.depth = tf.Variable(4.0)
        self.stiffness = tf.Variable(1.5)
        self.rest = rest

    def energy(self, r):
        stretch = np.exp(-self.stiffness * (r - self.rest))  # HAZARD GL101
        return self.depth * tf.square(1.0 - stretch)


bond = MorseBond(1.1)
radii = tf.constant([0.9, 1.2, 1.6])
measured = tf.constant([0.8, 0.1, 1.1])
with tf.GradientTape() as tape:
    misfit = tf.reduce_mean(tf.square(bond.energy(radii) - measured))
by_depth, by_stiffness = tape.gradient(misfit, [bond.depth, bond.stiffness])
assert by_depth is not None and by_stiffness is None
print("OBSERVED none", "stiffness gradient", by_stiffness)
