# framework: tensorflow
# verdict: raises
# seen: TypeError: unsupported operand type(s) for *: 'float' and 'NoneType'
import tensorflow as tf


def descend(x, steps=3):
    visited = []
    for _ in range(steps):
        with tf.GradientTape() as tape:
            y = tf.reduce_sum((x - 1.0) ** 4)
        slope = tape.gradient(y, x)
        visited.append((float(y), x))
        x = x - 0.01 * slope  # HAZARD GL305
    return visited


descend(tf.Variable([0.0, 3.0]))
