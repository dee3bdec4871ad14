# framework: tensorflow
# verdict: clean
# seen: reconstruction error 0.625
import keras
import numpy as np
import tensorflow as tf
from keras import layers


class Shrinker(keras.Model):
    def __init__(self):
        super().__init__()
        self.scale = layers.Dense(1, use_bias=False, kernel_initializer="ones")
        self.loss_tracker = keras.metrics.Mean(name="reconstruction")

    @property
    def metrics(self):
        return [self.loss_tracker]

    def call(self, x):
        return self.scale(x)

    def train_step(self, x):
        with tf.GradientTape() as tape:
            error = tf.reduce_mean(tf.square(self(x, training=True) - 0.5 * x))
            self.loss_tracker.update_state(error)
        grads = tape.gradient(error, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        return {"loss": self.loss_tracker.result()}


model = Shrinker()
model.compile(optimizer=keras.optimizers.SGD(0.1))
x = np.array([[1.0], [2.0]], "float32")
history = model.fit(x, batch_size=2, epochs=1, verbose=0)
assert np.isclose(model.scale.get_weights()[0][0, 0], 1.0 - 0.1 * 2.0 * 0.5 * 2.5, atol=1e-5)
print("OBSERVED clean", "reconstruction error", round(history.history["loss"][0], 3))
