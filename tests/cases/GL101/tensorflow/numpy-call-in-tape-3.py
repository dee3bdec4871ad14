# framework: tensorflow
# verdict: wrong
# seen: the penalty adds nothing to the critic's gradient
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(5)
critic = keras.Sequential(
    [keras.Input((2,)), keras.layers.Dense(6, activation="tanh"), keras.layers.Dense(1)]
)
real = tf.random.normal((8, 2))
fake = tf.random.normal((8, 2)) + 2.0


def wasserstein():
    return tf.reduce_mean(critic(fake)) - tf.reduce_mean(critic(real))


def gradient_penalty():
    eps = tf.random.uniform((8, 1))
    mixed = eps * real + (1.0 - eps) * fake
    with tf.GradientTape() as inner:
        inner.watch(mixed)
        score = critic(mixed)
    slope = inner.gradient(score, mixed)
    length = np.linalg.norm(slope, axis=1)  # HAZARD GL101
    return tf.reduce_mean(tf.square(length - 1.0))


with tf.GradientTape() as tape:
    loss = wasserstein() + 10.0 * gradient_penalty()
grads = tape.gradient(loss, critic.trainable_variables)
with tf.GradientTape() as tape:
    plain = wasserstein()
bare = tape.gradient(plain, critic.trainable_variables)
assert all(np.allclose(a, b) for a, b in zip(grads, bare))
print("OBSERVED wrong", "the penalty adds nothing to the critic's gradient")
