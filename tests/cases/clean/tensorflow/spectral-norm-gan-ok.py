# framework: tensorflow
# verdict: clean
# seen: generator and discriminator both train; power iteration state assigned inside call is no path
"""SN-GAN: spectral normalisation as a wrapper layer, two alternating steps, an own train_step."""
from dataclasses import dataclass

import keras
import tensorflow as tf


class SpectralNorm(keras.layers.Wrapper):
    def __init__(self, layer, iterations=1, **kwargs):
        super().__init__(layer, **kwargs)
        self.iterations = iterations

    def build(self, input_shape):
        super().build(input_shape)
        self.w = self.layer.kernel
        self.u = self.add_weight(
            shape=(1, self.w.shape[-1]), initializer="random_normal", trainable=False, name="sn_u"
        )

    def call(self, x, training=False):
        if training:
            self._update()
        w = tf.convert_to_tensor(self.w)
        v = tf.math.l2_normalize(tf.matmul(tf.stop_gradient(self.u), tf.stop_gradient(w), transpose_b=True))
        sigma = tf.matmul(tf.matmul(tf.stop_gradient(v), w), tf.stop_gradient(self.u), transpose_b=True)
        return self.layer.activation(tf.matmul(x, w / sigma) + self.layer.bias)

    def _update(self):
        w = tf.stop_gradient(tf.convert_to_tensor(self.w))
        u = tf.convert_to_tensor(self.u)
        for _ in range(self.iterations):
            v = tf.math.l2_normalize(tf.matmul(u, w, transpose_b=True))
            u = tf.math.l2_normalize(tf.matmul(v, w))
        self.u.assign(u)


@dataclass
class GanConfig:
    latent: int = 4
    data: int = 3
    critic_steps: int = 2


def generator(cfg):
    return keras.Sequential([keras.Input((cfg.latent,)), keras.layers.Dense(16, "relu"), keras.layers.Dense(cfg.data)])


def discriminator(cfg):
    return keras.Sequential(
        [
            keras.Input((cfg.data,)),
            SpectralNorm(keras.layers.Dense(16, "relu")),
            SpectralNorm(keras.layers.Dense(1)),
        ]
    )


class Gan(keras.Model):
    def __init__(self, cfg=GanConfig()):
        super().__init__()
        self.cfg = cfg
        self.gen, self.disc = generator(cfg), discriminator(cfg)

    def compile(self, g_opt, d_opt):
        super().compile()
        self.g_opt, self.d_opt = g_opt, d_opt
        self.trackers = {k: keras.metrics.Mean(name=k) for k in ("g", "d")}

    def latent(self, n):
        return tf.random.normal((n, self.cfg.latent))

    def train_step(self, real):
        n = tf.shape(real)[0]
        for _ in range(self.cfg.critic_steps):
            fake = tf.stop_gradient(self.gen(self.latent(n), training=True))
            with tf.GradientTape() as tape:
                d_real, d_fake = self.disc(real, training=True), self.disc(fake, training=True)
                d_loss = tf.reduce_mean(tf.nn.relu(1.0 - d_real)) + tf.reduce_mean(tf.nn.relu(1.0 + d_fake))
            grads = tape.gradient(d_loss, self.disc.trainable_weights)
            self.d_opt.apply_gradients(zip(grads, self.disc.trainable_weights))
        with tf.GradientTape() as tape:
            g_loss = -tf.reduce_mean(self.disc(self.gen(self.latent(n), training=True), training=False))
        grads = tape.gradient(g_loss, self.gen.trainable_weights)
        self.g_opt.apply_gradients(zip(grads, self.gen.trainable_weights))
        for key, value in {"g": g_loss, "d": d_loss}.items():
            self.trackers[key].update_state(value)
        return {k: m.result() for k, m in self.trackers.items()}


if __name__ == "__main__":
    keras.utils.set_random_seed(1)
    gan = Gan()
    gan.compile(keras.optimizers.Adam(1e-3), keras.optimizers.Adam(1e-3))
    before = [w.numpy() for w in gan.gen.trainable_weights + gan.disc.trainable_weights]
    gan.fit(tf.random.normal((32, 3)) + 2.0, batch_size=8, epochs=2, verbose=0)
    after = [w.numpy() for w in gan.gen.trainable_weights + gan.disc.trainable_weights]
    assert all((a != b).any() for a, b in zip(before, after))
