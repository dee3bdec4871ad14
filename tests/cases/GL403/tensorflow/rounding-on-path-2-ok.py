# framework: tensorflow
# verdict: clean
# seen: slopes [1.0, 5.0, 7.0] loss 17.6
import numpy as np
import tensorflow as tf
import tensorflow.math as tm

table = tf.constant([0.0, 1.0, 4.0, 9.0, 16.0])
position = tf.Variable([0.4, 2.7, 3.1])


def interpolate(p):
    lower = tm.floor(p)
    fraction = p - lower
    left = tf.cast(lower, tf.int32)
    return (1.0 - fraction) * tf.gather(table, left) + fraction * tf.gather(table, left + 1)


with tf.GradientTape() as tape:
    loss = tm.reduce_sum(interpolate(position))
    shown = tm.round(loss * 100.0) / 100.0
grad = tape.gradient(loss, position)
assert np.allclose(grad, [1.0, 5.0, 7.0], atol=1e-5)
print("OBSERVED clean", "slopes", grad.numpy().tolist(), "loss", round(float(shown), 2))
