# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf

shift = tf.Variable(1.7)
signal = tf.range(8.0)


def delayed(amount):
    n = tf.cast(amount, tf.int32)  # HAZARD GL403
    return tf.roll(signal, n, axis=0)


with tf.GradientTape() as tape:
    loss = tf.reduce_sum(delayed(shift) * signal)
print("OBSERVED", "none" if tape.gradient(loss, shift) is None else "clean")
