# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)


class VAE(keras.Model):
    def __init__(self):
        super().__init__()
        self.enc = keras.layers.Dense(4)
        self.dec = keras.layers.Dense(3)

    def call(self, x):
        mean, log_var = tf.split(self.enc(x), 2, axis=-1)
        eps = tf.random.normal(tf.shape(mean))
        z = tf.stop_gradient(mean + tf.exp(0.5 * log_var) * eps)  # HAZARD GL401
        return self.dec(z)


vae, x = VAE(), tf.random.normal((5, 3))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean((vae(x) - x) ** 2)
grads = tape.gradient(loss, vae.trainable_variables)
print("OBSERVED", "none" if grads[0] is None else "clean")
