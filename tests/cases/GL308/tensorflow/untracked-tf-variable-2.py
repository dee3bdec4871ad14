# framework: tensorflow
# verdict: wrong
# seen: 2 of 3 parameters trained, log_sigma untouched
import keras
import numpy as np
import tensorflow as tf


class GaussianRegressor(keras.Model):
    def __init__(self):
        super().__init__()
        self.mean = keras.layers.Dense(1)
        self.log_sigma = tf.Variable(0.0)  # HAZARD GL308

    def call(self, x):
        return self.mean(x)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            z = (y - self(x, training=True)) * tf.exp(-self.log_sigma)
            loss = tf.reduce_mean(0.5 * tf.square(z) + self.log_sigma)
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        return {"loss": loss}


keras.utils.set_random_seed(1)
model = GaussianRegressor()
model.compile(keras.optimizers.Adam(0.1))
x = np.random.normal(size=(32, 2)).astype("float32")
model.fit(x, 3.0 * np.random.normal(size=(32, 1)).astype("float32"), epochs=3, verbose=0)
assert float(model.log_sigma) == 0.0 and len(model.trainable_variables) == 2
print("OBSERVED wrong", "2 of 3 parameters trained, log_sigma untouched")
