# framework: tensorflow
# verdict: clean
# seen: reparameterised read-out noise
import numpy as np
import tensorflow as tf


class PhotonCounter(tf.Module):
    def __init__(self, pixels):
        super().__init__()
        self.log_rate = tf.Variable(tf.ones((pixels,)))
        self.log_noise = tf.Variable(-1.0)

    def expose(self, seed):
        counts = tf.random.stateless_poisson((5,), seed, lam=3.0, dtype=tf.float32)
        read_out = tf.random.stateless_normal((5,), seed) * tf.exp(self.log_noise)
        return counts * tf.exp(self.log_rate) + read_out


camera = PhotonCounter(5)
observed = tf.constant([2.0, 3.0, 1.0, 4.0, 2.0])
counts = tf.random.stateless_poisson((5,), [1, 2], lam=3.0, dtype=tf.float32).numpy()
noise = tf.random.stateless_normal((5,), [1, 2]).numpy() * np.exp(-1.0)
with tf.GradientTape() as tape:
    simulated = camera.expose(seed=[1, 2])
    mismatch = tf.reduce_sum(tf.square(simulated - observed))
by_noise, by_rate = tape.gradient(mismatch, [camera.log_noise, camera.log_rate])
gap = counts * np.e + noise - observed.numpy()
assert np.allclose(by_rate, 2.0 * gap * counts * np.e, rtol=1e-4)
assert np.isclose(by_noise, 2.0 * np.sum(gap * noise), rtol=1e-4)
print("OBSERVED clean", "reparameterised read-out noise")
