# framework: tensorflow
# verdict: wrong
# seen: np.random in a method that a tf.function traces: the same noise every step (proved: two calls equal)
"""Denoising autoencoder: corrupt the input inside the compiled training step."""
import numpy as np
import tensorflow as tf
from tensorflow import keras

SIGMA = 0.3


class Denoiser(keras.Model):
    def __init__(self, dim):
        super().__init__()
        self.enc = keras.layers.Dense(8, activation="gelu")
        self.dec = keras.layers.Dense(dim)
        self.dim = dim

    def corrupt(self, x):
        noise = np.random.normal(0.0, SIGMA, size=(1, self.dim)).astype("float32")  # HAZARD GL110
        return x + noise

    def call(self, x, training=False):
        if training:
            x = self.corrupt(x)
        return self.dec(self.enc(x))


model = Denoiser(5)
opt = keras.optimizers.Adam(1e-2)


@tf.function
def train_step(x):
    with tf.GradientTape() as tape:
        out = model(x, training=True)
        loss = tf.reduce_mean(tf.square(out - x))
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    return loss


@tf.function
def peek(x):
    return model.corrupt(x)


def train(steps=4):
    rng = np.random.default_rng(1)
    for _ in range(steps):
        train_step(tf.constant(rng.normal(size=(16, 5)), tf.float32))


if __name__ == "__main__":
    model(tf.zeros((1, 5)))
    opt.build(model.trainable_variables)
    train()
    z = tf.zeros((2, 5))
    assert bool(tf.reduce_all(peek(z) == peek(z)))
