# framework: tensorflow
# verdict: wrong
# seen: the Lipschitz term is computed before the tape opens: gradients identical with and without it
"""Lipschitz-regularised critic; the penalty lives in a method of the model."""
import tensorflow as tf
import keras


class Critic(keras.Model):
    def __init__(self, weight=10.0):
        super().__init__()
        self.h = keras.layers.Dense(12, activation="softplus")
        self.out = keras.layers.Dense(1)
        self.weight = weight

    def call(self, x):
        return self.out(self.h(x))

    def lipschitz(self, x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = self(x)
        g = t.gradient(y, x)
        return tf.reduce_mean(tf.nn.relu(tf.reduce_sum(g * g, axis=-1) - 1e-4))


def losses(critic, real, fake):
    reg = critic.weight * critic.lipschitz(0.5 * (real + fake))  # HAZARD GL501
    with tf.GradientTape() as tape:
        gap = tf.reduce_mean(critic(fake) - critic(real))
        total = gap + reg
    return gap, reg, tape.gradient(total, critic.trainable_variables)


def train(critic, steps=3):
    opt = keras.optimizers.RMSprop(1e-3)
    for _ in range(steps):
        real, fake = tf.random.normal((8, 3)), tf.random.uniform((8, 3))
        gap, reg, grads = losses(critic, real, fake)
        opt.apply_gradients(zip(grads, critic.trainable_variables))
        tf.print("gap", gap, "penalty", reg, output_stream="file:///dev/null")


if __name__ == "__main__":
    tf.random.set_seed(0)
    critic = Critic()
    train(critic)
    a, b = tf.random.normal((8, 3)), tf.random.uniform((8, 3))
    with_reg = losses(critic, a, b)[2]
    critic.weight = 0.0
    without = losses(critic, a, b)[2]
    assert all(bool(tf.reduce_all(u == v)) for u, v in zip(with_reg, without))
