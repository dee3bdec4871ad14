# framework: tensorflow
# verdict: wrong
# seen: tf.Variable attribute of a Keras 3 layer is not tracked (stays 1); a Dense created in call is never trained
"""A feature-wise modulation layer and an adapter, for Keras 3."""
import keras
import numpy as np
import tensorflow as tf


class Modulate(keras.layers.Layer):
    def build(self, input_shape):
        dim = int(input_shape[-1])
        self.gamma = tf.Variable(tf.ones(dim), name="gamma")  # HAZARD GL308
        self.beta = self.add_weight(shape=(dim,), initializer="zeros", name="beta")
        self.calls = tf.Variable(0, trainable=False)

    def call(self, x):
        self.calls.assign_add(1)
        return x * self.gamma + self.beta


class Adapter(keras.Model):
    def __init__(self, rank=2):
        super().__init__()
        self.rank = rank
        self.modulate = Modulate()
        self.head = keras.layers.Dense(1)

    def call(self, x):
        z = self.modulate(x)
        low = keras.layers.Dense(self.rank, activation="relu")(z)  # HAZARD GL309
        return self.head(tf.concat([z, low], axis=-1))


def train(steps=3):
    model, opt = Adapter(), keras.optimizers.Adam(0.05)
    x = np.random.default_rng(0).normal(size=(16, 3)).astype("float32")
    for _ in range(steps):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x) - x[:, :1]) ** 2)
        params = model.trainable_variables
        opt.apply_gradients(zip(tape.gradient(loss, params), params))
    return model


if __name__ == "__main__":
    m = train()
    assert [v.name for v in m.trainable_variables] == ["beta", "kernel", "bias"]
    assert bool(tf.reduce_all(m.modulate.gamma == 1.0))
