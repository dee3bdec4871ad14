# framework: tensorflow
# verdict: none
# seen: None
import numpy as np
import tensorflow as tf


def negative_log_likelihood(log_rate, counts):
    weights = np.ones(len(counts)) / len(counts)
    per_sample = np.exp(log_rate) - counts * log_rate.numpy()  # HAZARD GL101 # HAZARD GL102
    return tf.reduce_sum(weights * per_sample)


log_rate = tf.Variable([0.1, 0.2, 0.3])
with tf.GradientTape() as tape:
    loss = negative_log_likelihood(log_rate, np.array([1.0, 0.0, 2.0]))
gradient = tape.gradient(loss, log_rate)
print("OBSERVED none", gradient)
assert gradient is None
