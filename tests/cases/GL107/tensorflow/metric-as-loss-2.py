# framework: tensorflow
# verdict: raises
# seen: ValueError: No gradients provided for any variable.
import keras
import tensorflow as tf
from keras import layers


class Autoencoder(keras.Model):
    def __init__(self, width):
        super().__init__()
        self.encoder = layers.Dense(2, activation="tanh")
        self.decoder = layers.Dense(width)
        self.loss_tracker = keras.metrics.Mean(name="reconstruction")

    def call(self, x):
        return self.decoder(self.encoder(x))

    def train_step(self, x):
        with tf.GradientTape() as tape:
            error = tf.reduce_mean(tf.square(self(x, training=True) - x))
            self.loss_tracker.update_state(error)
            loss = self.loss_tracker.result()  # HAZARD GL107
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        return {"loss": loss}


model = Autoencoder(5)
model.compile(optimizer="adam")
model.fit(tf.random.normal((8, 5)), epochs=1, verbose=0)
