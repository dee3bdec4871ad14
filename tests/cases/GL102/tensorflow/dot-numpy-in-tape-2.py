# framework: tensorflow
# verdict: wrong
# seen: the KL term adds nothing to the variance head
import keras
import numpy as np
import tensorflow as tf
from keras import layers, ops

keras.utils.set_random_seed(2)
to_mean, to_log_var, decoder = layers.Dense(2), layers.Dense(2), layers.Dense(4)
x = tf.random.normal((6, 4))
noise = tf.random.normal((6, 2))


def elbo_terms():
    mean, log_var = to_mean(x), to_log_var(x)
    z = mean + ops.exp(0.5 * log_var) * noise
    rebuilt = ops.mean(ops.square(decoder(z) - x))
    lv = ops.convert_to_numpy(log_var)  # HAZARD GL102
    kl = -0.5 * ops.mean(1.0 + lv - ops.square(mean) - ops.exp(lv))
    return rebuilt, kl


with tf.GradientTape() as tape:
    rebuilt, kl = elbo_terms()
    loss = rebuilt + kl
got = tape.gradient(loss, to_log_var.kernel)
with tf.GradientTape() as tape:
    rebuilt, kl = elbo_terms()
only_rebuilt = tape.gradient(rebuilt, to_log_var.kernel)
assert np.allclose(got, only_rebuilt, atol=1e-6)
print("OBSERVED wrong", "the KL term adds nothing to the variance head")
