# framework: tensorflow
# verdict: none
# seen: generator gradients [None, None]
import keras
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(1)
generator = keras.Sequential([keras.Input((3,)), layers.Dense(2)])
discriminator = keras.Sequential([keras.Input((2,)), layers.Dense(8, activation="relu"), layers.Dense(1)])
bce = keras.losses.BinaryCrossentropy(from_logits=True)


class GeneratorStep:
    def __init__(self, batch):
        self.batch = batch

    def loss(self):
        z = tf.random.normal((self.batch, 3))
        fake = tf.stop_gradient(generator(z, training=True))  # HAZARD GL401
        return bce(tf.ones((self.batch, 1)), discriminator(fake, training=True))


step = GeneratorStep(4)
with tf.GradientTape() as tape:
    g_loss = step.loss()
grads = tape.gradient(g_loss, generator.trainable_variables)
assert grads == [None, None]
print("OBSERVED none", "generator gradients", grads)
