# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf


def fit(start, steps=2):
    theta = tf.Variable(start)  # HAZARD GL302
    for _ in range(steps):
        with tf.GradientTape() as tape:
            loss = (tf.cast(theta, tf.float32) - 2.5) ** 2
        g = tape.gradient(loss, theta)
        if g is None:
            return "none"
        theta.assign_sub(0.1 * g)
    return "clean"


print("OBSERVED", fit(7))
