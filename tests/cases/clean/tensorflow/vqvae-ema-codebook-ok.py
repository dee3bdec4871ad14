# framework: tensorflow
# verdict: clean
# seen: VQ-VAE with straight-through and EMA codebook assigned outside the tape; encoder and decoder get gradients
"""Vector quantisation with a codebook that is moved by exponential averages (no gradient for it)."""
import tensorflow as tf
from tensorflow.keras import layers
import tensorflow.keras as keras


class Quantizer(layers.Layer):
    def __init__(self, n_codes, dim, decay=0.95):
        super().__init__()
        self.n_codes, self.dim, self.decay = n_codes, dim, decay

    def build(self, shape):
        mk = dict(trainable=False, initializer="random_normal")
        self.codes = self.add_weight(shape=(self.n_codes, self.dim), name="codes", **mk)
        self.sizes = self.add_weight(shape=(self.n_codes,), name="sizes", trainable=False, initializer="ones")

    def nearest(self, z):
        d = tf.reduce_sum(z ** 2, 1, keepdims=True) - 2.0 * z @ tf.transpose(self.codes) + tf.reduce_sum(self.codes ** 2, 1)
        return tf.argmin(d, axis=1)

    def call(self, z):
        idx = self.nearest(z)
        q = tf.gather(tf.convert_to_tensor(self.codes), idx)
        commit = tf.reduce_mean((z - tf.stop_gradient(q)) ** 2)
        self.add_loss(0.25 * commit)
        return z + tf.stop_gradient(q - z)

    def move(self, z):
        hot = tf.one_hot(self.nearest(z), self.n_codes)
        n = tf.reduce_sum(hot, axis=0)
        self.sizes.assign(self.decay * self.sizes + (1 - self.decay) * n)
        mean = tf.math.divide_no_nan(tf.transpose(hot) @ z, n[:, None])
        self.codes.assign(tf.where(n[:, None] > 0, self.decay * self.codes + (1 - self.decay) * mean, self.codes))


encoder = keras.Sequential([layers.Input((4,)), layers.Dense(3)])
decoder = keras.Sequential([layers.Input((3,)), layers.Dense(4)])
vq = Quantizer(6, 3)
optimizer = keras.optimizers.Adam(1e-3)


def step(x):
    with tf.GradientTape() as tape:
        z = encoder(x)
        recon = decoder(vq(z))
        loss = tf.reduce_mean((recon - x) ** 2) + tf.add_n(vq.losses)
    params = encoder.trainable_variables + decoder.trainable_variables
    grads = tape.gradient(loss, params)
    optimizer.apply_gradients(zip(grads, params))
    vq.move(z)
    usage = len(set(vq.nearest(z).numpy().tolist()))
    return grads, usage


if __name__ == "__main__":
    x = tf.random.normal((32, 4), seed=1)
    for _ in range(3):
        grads, usage = step(x)
    assert usage >= 1 and len(grads) == 4 and all(float(tf.reduce_max(tf.abs(g))) > 0 for g in grads)
