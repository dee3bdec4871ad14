# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras


class Sampling(keras.layers.Layer):
    def __init__(self, **kw):
        super().__init__(**kw)
        self.seed_generator = keras.random.SeedGenerator(1)

    def call(self, inputs):
        mean, log_var = inputs
        eps = keras.random.normal(tf.shape(mean), seed=self.seed_generator)
        return mean + tf.exp(0.5 * log_var) * eps


class VAE(keras.Model):
    def __init__(self, dim, latent=2):
        super().__init__()
        self.h = keras.layers.Dense(8, activation="relu")
        self.mu, self.lv = keras.layers.Dense(latent), keras.layers.Dense(latent)
        self.sample, self.out = Sampling(), keras.layers.Dense(dim, activation="sigmoid")
        self.trackers = {n: keras.metrics.Mean(name=n) for n in ("loss", "kl")}

    def call(self, x):
        h = self.h(x)
        mu, lv = self.mu(h), self.lv(h)
        kl = -0.5 * tf.reduce_mean(tf.reduce_sum(1 + lv - tf.square(mu) - tf.exp(lv), axis=1))
        self.add_loss(kl)
        self.trackers["kl"].update_state(kl)
        return self.out(self.sample((mu, lv)))

    @tf.function
    def train_on(self, x, opt):
        with tf.GradientTape() as tape:
            rec = self(x, training=True)
            loss = tf.reduce_mean(keras.losses.binary_crossentropy(x, rec)) + sum(self.losses)
        g = tape.gradient(loss, self.trainable_variables)
        opt.apply_gradients(zip(g, self.trainable_variables))
        self.trackers["loss"].update_state(loss)
        return loss, tf.linalg.global_norm(g)


keras.utils.set_random_seed(0)
vae = VAE(4)
x = tf.round(tf.random.uniform((8, 4)))
vae(x)
opt = keras.optimizers.Adam(1e-2)
opt.build(vae.trainable_variables)
for _ in range(3):
    loss, norm = vae.train_on(x, opt)
print("OBSERVED", "clean" if norm.numpy() > 0 and vae.trackers["kl"].result().numpy() > -1 else "zero")
