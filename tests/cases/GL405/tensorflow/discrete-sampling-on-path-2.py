# framework: tensorflow
# verdict: none
# seen: rate gradient None
import tensorflow as tf


class PhotonCounter(tf.Module):
    def __init__(self, pixels):
        super().__init__()
        self.log_rate = tf.Variable(tf.ones((pixels,)))

    def expose(self, seed):
        rate = tf.exp(self.log_rate)
        shape = (32, self.log_rate.shape[0])
        counts = tf.random.stateless_poisson(shape, seed, rate)  # HAZARD GL405
        return tf.reduce_mean(tf.cast(counts, tf.float32), axis=0)


camera = PhotonCounter(5)
observed = tf.constant([2.0, 3.0, 1.0, 4.0, 2.0])
with tf.GradientTape() as tape:
    simulated = camera.expose(seed=[1, 2])
    mismatch = tf.reduce_sum(tf.square(simulated - observed))
grad = tape.gradient(mismatch, camera.log_rate)
assert grad is None
print("OBSERVED none", "rate gradient", grad)
