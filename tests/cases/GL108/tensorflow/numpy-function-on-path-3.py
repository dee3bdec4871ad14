# framework: tensorflow
# verdict: none
# seen: none
import numpy as np
import tensorflow as tf

gain = tf.Variable(2.0)


def smooth(x):
    return np.convolve(x, np.ones(3) / 3, mode="same").astype(np.float32)


with tf.GradientTape() as tape:
    signal = gain * tf.range(5.0)
    out = tf.numpy_function(smooth, [signal], tf.float32)  # HAZARD GL108
    loss = tf.reduce_sum(out)
print("OBSERVED", "none" if tape.gradient(loss, gain) is None else "clean")
