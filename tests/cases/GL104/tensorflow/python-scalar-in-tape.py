# framework: tensorflow
# verdict: none
# seen: log_sigma gradient None
import math

import tensorflow as tf

mu = tf.Variable(0.5)
log_sigma = tf.Variable(0.2)
heights = tf.constant([1.2, 0.4, 2.5, 1.9])


def negative_log_likelihood(x):
    sigma = math.exp(log_sigma)  # HAZARD GL104
    return tf.reduce_mean(0.5 * tf.square((x - mu) / sigma) + tf.math.log(sigma))


with tf.GradientTape() as tape:
    nll = negative_log_likelihood(heights)
d_mu, d_log_sigma = tape.gradient(nll, [mu, log_sigma])
assert d_mu is not None and d_log_sigma is None
print("OBSERVED none", "log_sigma gradient", d_log_sigma)
