# framework: tensorflow
# verdict: clean
# seen: d_mu -0.67 d_log_sigma -0.083
import math

import tensorflow as tf

log_sigma = tf.Variable(0.2)
mu = tf.Variable(0.5)
heights = tf.constant([1.2, 0.4, 2.5, 1.9])
trace = []

with tf.GradientTape() as tape:
    n = float(heights.shape[0])
    z = (heights - mu) * tf.exp(-log_sigma)
    nll = tf.reduce_sum(0.5 * tf.square(z) + log_sigma + 0.5 * math.log(2.0 * math.pi)) / n
    trace.append((float(nll), int(tf.size(z)), math.exp(log_sigma)))
d_mu, d_log_sigma = tape.gradient(nll, [mu, log_sigma])

gaps = [h - 0.5 for h in (1.2, 0.4, 2.5, 1.9)]
var = math.exp(0.4)
assert abs(float(d_mu) + sum(gaps) / 4 / var) < 1e-5
assert abs(float(d_log_sigma) - (1.0 - sum(g * g for g in gaps) / 4 / var)) < 1e-5
print("OBSERVED clean", "d_mu", round(float(d_mu), 3), "d_log_sigma", round(float(d_log_sigma), 3))
