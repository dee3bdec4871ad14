# framework: tensorflow
# verdict: raises
# seen: RuntimeError: A non-persistent GradientTape can only be used to compute one set of gradients (or
import keras
import tensorflow as tf

keras.utils.set_random_seed(0)
generator = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2)])
discriminator = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
bce = keras.losses.BinaryCrossentropy(from_logits=True)


@tf.function
def train_step(real):
    noise = tf.random.normal((4, 3))
    with tf.GradientTape() as tape:
        fake = generator(noise, training=True)
        real_score, fake_score = discriminator(real), discriminator(fake)
        g_loss = bce(tf.ones_like(fake_score), fake_score)
        d_loss = bce(tf.ones_like(real_score), real_score) + bce(tf.zeros_like(fake_score), fake_score)
    g_grads = tape.gradient(g_loss, generator.trainable_variables)
    d_grads = tape.gradient(d_loss, discriminator.trainable_variables)  # HAZARD GL502
    return g_grads, d_grads


print(train_step(tf.random.normal((4, 2))))
