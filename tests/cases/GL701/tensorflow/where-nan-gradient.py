# framework: tensorflow
# verdict: nan
# seen: every force is nan
import tensorflow as tf

positions = tf.Variable([-1.2, 0.1, 0.9, 2.0])


def log_gas_energy(x):
    gap = tf.abs(x[:, None] - x[None, :])
    repulsion = tf.where(gap > 0.0, -tf.math.log(gap), 0.0)  # HAZARD GL701
    return 0.5 * tf.reduce_sum(tf.square(x)) + 0.5 * tf.reduce_sum(repulsion)


with tf.GradientTape() as tape:
    energy = log_gas_energy(positions)
force = tape.gradient(energy, positions)
assert bool(tf.math.is_finite(energy)) and bool(tf.reduce_all(tf.math.is_nan(force)))
print("OBSERVED nan", "every force is nan")
