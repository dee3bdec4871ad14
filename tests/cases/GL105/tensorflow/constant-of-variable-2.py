# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf

centres = tf.Variable([[0.0, 1.0], [2.0, 3.0]])


def assign_cost(points):
    c = tf.constant(centres)  # HAZARD GL105
    d = tf.reduce_sum((points[:, None] - c[None]) ** 2, axis=-1)
    return tf.reduce_mean(tf.reduce_min(d, axis=1))


with tf.GradientTape() as tape:
    cost = assign_cost(tf.constant([[0.5, 0.5], [1.5, 3.5]]))
print("OBSERVED", "none" if tape.gradient(cost, centres) is None else "clean")
