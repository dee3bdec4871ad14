# framework: tensorflow
# verdict: clean
# seen: one tape per player
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(0)
generator = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2)])
discriminator = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1, use_bias=False)])
noise, real = tf.random.normal((4, 3)), tf.random.normal((4, 2))


@tf.function
def train_step(noise, real):
    with tf.GradientTape() as g_tape, tf.GradientTape() as d_tape:
        fake = generator(noise, training=True)
        real_score, fake_score = discriminator(real), discriminator(fake)
        g_loss = -tf.reduce_mean(fake_score)
        d_loss = tf.reduce_mean(fake_score) - tf.reduce_mean(real_score)
    g_grads = g_tape.gradient(g_loss, generator.trainable_variables)
    d_grads = d_tape.gradient(d_loss, discriminator.trainable_variables)
    return g_grads, d_grads


g_grads, d_grads = train_step(noise, real)
w = discriminator.get_weights()[0]
fake = generator(noise).numpy()
assert np.allclose(g_grads[0], -noise.numpy().mean(axis=0)[:, None] * w.T, atol=1e-5)
assert np.allclose(d_grads[0][:, 0], fake.mean(axis=0) - real.numpy().mean(axis=0), atol=1e-5)
print("OBSERVED clean", "one tape per player")
