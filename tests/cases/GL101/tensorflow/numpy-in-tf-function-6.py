# framework: tensorflow
# verdict: raises
# seen: NotImplementedError: Cannot convert a symbolic tf.Tensor
"""A model class that a decorator enters in a registry, with a compile() of its own and NumPy in its train_step."""
import keras
import numpy as np
import tensorflow as tf

MODELS = {}


def register(cls):
    MODELS[cls.__name__.lower()] = cls
    return cls


@register
class Autoencoder(keras.Model):
    def __init__(self, width=4):
        super().__init__()
        self.encoder, self.decoder = keras.layers.Dense(2, "tanh"), keras.layers.Dense(width)

    def compile(self, optimizer, huber=1.0, **kwargs):
        super().compile(optimizer=optimizer, **kwargs)
        self.huber = huber

    def call(self, x):
        return self.decoder(self.encoder(x))

    def train_step(self, data):
        with tf.GradientTape() as tape:
            error = tf.abs(self(data) - data)
            capped = np.minimum(error, self.huber)  # HAZARD GL101
            loss = tf.reduce_mean(capped)
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        return {"loss": loss}


if __name__ == "__main__":
    model = MODELS["autoencoder"]()
    model.compile(keras.optimizers.SGD(0.1), huber=0.5)
    model.fit(np.ones((8, 4), "float32"), batch_size=4, verbose=0)
