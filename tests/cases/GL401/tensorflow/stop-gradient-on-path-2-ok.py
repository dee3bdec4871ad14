# framework: tensorflow
# verdict: clean
# seen: both players get their gradient
import keras
import numpy as np
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(1)
generator = keras.Sequential([keras.Input((3,)), layers.Dense(2)])
discriminator = keras.Sequential([keras.Input((2,)), layers.Dense(1, use_bias=False)])
bce = keras.losses.BinaryCrossentropy(from_logits=True)
z, real = tf.random.normal((4, 3)), tf.random.normal((4, 2))

with tf.GradientTape() as g_tape:
    g_loss = bce(tf.ones((4, 1)), discriminator(generator(z)))
g_grads = g_tape.gradient(g_loss, generator.trainable_variables)
with tf.GradientTape() as d_tape:
    fake = tf.stop_gradient(generator(z))
    d_loss = bce(tf.ones((4, 1)), discriminator(real)) + bce(tf.zeros((4, 1)), discriminator(fake))
d_grads = d_tape.gradient(d_loss, discriminator.trainable_variables)

w = discriminator.get_weights()[0]
sig_real, sig_fake = [1.0 / (1.0 + np.exp(-s.numpy() @ w)) for s in (real, fake)]
assert np.allclose(d_grads[0], (real.numpy().T @ (sig_real - 1.0) + fake.numpy().T @ sig_fake) / 4, atol=1e-5)
assert np.allclose(g_grads[0], z.numpy().T @ ((sig_fake - 1.0) @ w.T) / 4, atol=1e-5)
print("OBSERVED clean", "both players get their gradient")
