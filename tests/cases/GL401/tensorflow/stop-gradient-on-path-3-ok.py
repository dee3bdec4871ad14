# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)


class VQ(keras.layers.Layer):
    def __init__(self, k, d):
        super().__init__()
        self.book = self.add_weight(shape=(k, d), initializer="random_normal")

    def call(self, z):
        d = tf.reduce_sum((z[:, None] - self.book[None]) ** 2, -1)
        q = tf.gather(self.book, tf.argmin(d, axis=1))
        self.add_loss(tf.reduce_mean((tf.stop_gradient(z) - q) ** 2) + 0.25 * tf.reduce_mean((z - tf.stop_gradient(q)) ** 2))
        return z + tf.stop_gradient(q - z)


class DQN:
    def __init__(self):
        self.q, self.target = keras.layers.Dense(2), keras.layers.Dense(2)

    def loss(self, s, a, r, s2):
        goal = tf.stop_gradient(r + 0.9 * tf.reduce_max(self.target(s2), axis=1))
        chosen = tf.reduce_sum(self.q(s) * tf.one_hot(a, 2), axis=1)
        return tf.reduce_mean(tf.square(goal - chosen))


enc, vq, dec, agent = keras.layers.Dense(2), VQ(5, 2), keras.layers.Dense(3), DQN()
x = tf.random.normal((6, 3))
with tf.GradientTape() as tape:
    out = dec(vq(enc(x)))
    loss = tf.reduce_mean((out - x) ** 2) + sum(vq.losses)
    loss += agent.loss(x, tf.constant([0, 1, 0, 1, 0, 1]), tf.ones(6), x)
variables = enc.trainable_variables + vq.trainable_variables + agent.q.trainable_variables
grads = tape.gradient(loss, variables)
print("OBSERVED", "clean" if all(g is not None for g in grads) else "none")
