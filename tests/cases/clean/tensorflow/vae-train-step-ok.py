# framework: tensorflow
# verdict: clean
# seen: reparameterised VAE in a custom train_step; beta annealing assign after the update, metrics beside the loss
import numpy as np
import tensorflow as tf
import keras
from keras import layers, ops


class Sampling(layers.Layer):
    def __init__(self, **kw):
        super().__init__(**kw)
        self.seed_generator = keras.random.SeedGenerator(7)

    def call(self, inputs):
        mean, log_var = inputs
        eps = keras.random.normal(ops.shape(mean), seed=self.seed_generator)
        return mean + ops.exp(0.5 * log_var) * eps


class VAE(keras.Model):
    """Bernoulli VAE with KL annealing driven by an epoch counter."""

    def __init__(self, dim=6, latent=2):
        super().__init__()
        self.body = layers.Dense(12, activation="relu")
        self.mean_head = layers.Dense(latent)
        self.logvar_head = layers.Dense(latent)
        self.sample = Sampling()
        self.decoder = keras.Sequential([layers.Dense(12, activation="relu"), layers.Dense(dim)])
        self.beta = tf.Variable(0.1, trainable=False)
        self.total = keras.metrics.Mean(name="loss")
        self.kl_metric = keras.metrics.Mean(name="kl")

    @property
    def metrics(self):
        return [self.total, self.kl_metric]

    def call(self, x):
        h = self.body(x)
        mean, log_var = self.mean_head(h), self.logvar_head(h)
        return self.decoder(self.sample((mean, log_var))), mean, log_var

    def train_step(self, x):
        with tf.GradientTape() as tape:
            logits, mean, log_var = self(x, training=True)
            bce = tf.nn.sigmoid_cross_entropy_with_logits(labels=x, logits=logits)
            rec = tf.reduce_mean(tf.reduce_sum(bce, axis=-1))
            kl = -0.5 * tf.reduce_sum(1.0 + log_var - mean ** 2 - tf.exp(log_var), axis=-1)
            kl = tf.reduce_mean(kl)
            loss = rec + self.beta * kl
        grads = tape.gradient(loss, self.trainable_weights)
        self.optimizer.apply_gradients(zip(grads, self.trainable_weights))
        self.beta.assign(tf.minimum(1.0, self.beta + 0.05))
        self.total.update_state(loss)
        self.kl_metric.update_state(kl)
        return {m.name: m.result() for m in self.metrics}


def main():
    x = (np.random.default_rng(0).random((64, 6)) > 0.7).astype("float32")
    vae = VAE()
    vae.compile(optimizer=keras.optimizers.Adam(1e-2))
    vae(x[:2])
    before = [w.numpy().copy() for w in vae.trainable_weights]
    hist = vae.fit(x, epochs=3, batch_size=16, verbose=0)
    return before, [w.numpy() for w in vae.trainable_weights], hist.history["loss"]


if __name__ == "__main__":
    a, b, losses = main()
    assert len(a) == 10 and all(np.abs(u - v).max() > 0 for u, v in zip(a, b))
    assert losses[-1] == losses[-1]
