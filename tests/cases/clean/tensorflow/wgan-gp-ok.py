# framework: tensorflow
# verdict: clean
# seen: WGAN-GP, the inner tape is inside the outer one, eps under the root; checked with finite differences
import tensorflow as tf
from tensorflow.keras import Sequential, layers, optimizers

LATENT = 2
critic = Sequential([layers.Input((2,)), layers.Dense(16, activation="softplus"), layers.Dense(1)])
generator = Sequential([layers.Input((LATENT,)), layers.Dense(16, activation="relu"), layers.Dense(2)])
c_opt, g_opt = optimizers.Adam(1e-4, beta_1=0.5), optimizers.Adam(1e-4, beta_1=0.5)


def gradient_penalty(real, fake):
    alpha = tf.random.uniform((tf.shape(real)[0], 1))
    mix = alpha * real + (1 - alpha) * fake
    with tf.GradientTape() as inner:
        inner.watch(mix)
        score = critic(mix, training=True)
    slope = inner.gradient(score, mix)
    norm = tf.sqrt(tf.reduce_sum(slope ** 2, axis=1) + 1e-12)
    return tf.reduce_mean((norm - 1.0) ** 2)


@tf.function
def critic_step(real):
    fake = generator(tf.random.normal((tf.shape(real)[0], LATENT)), training=True)
    with tf.GradientTape() as tape:
        wass = tf.reduce_mean(critic(fake)) - tf.reduce_mean(critic(real))
        gp = gradient_penalty(real, fake)
        loss = wass + 10.0 * gp
    grads = tape.gradient(loss, critic.trainable_variables)
    c_opt.apply_gradients(zip(grads, critic.trainable_variables))
    return wass, gp, grads


@tf.function
def generator_step(n):
    z = tf.random.normal((n, LATENT))
    with tf.GradientTape() as tape:
        loss = -tf.reduce_mean(critic(generator(z, training=True)))
    grads = tape.gradient(loss, generator.trainable_variables)
    g_opt.apply_gradients(zip(grads, generator.trainable_variables))
    return grads


def train(steps=4, n_critic=2):
    log = []
    for i in range(steps):
        real = tf.random.normal((32, 2)) * 0.2 + 1.5
        for _ in range(n_critic):
            wass, gp, cg = critic_step(real)
        gg = generator_step(tf.constant(32))
        log.append((wass.numpy().item(), float(gp)))
    return cg, gg, log


if __name__ == "__main__":
    cg, gg, log = train()
    assert all(float(tf.norm(g)) > 0 for g in cg[:3])  # the bias of a difference of means has gradient zero
    assert all(float(tf.norm(g)) > 0 for g in gg) and len(log) == 4
