# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras


class VectorQuantizer(keras.layers.Layer):
    def __init__(self, K, D, beta=0.25):
        super().__init__()
        self.K, self.D, self.beta = K, D, beta
        self.embeddings = self.add_weight(shape=(D, K), initializer="uniform", trainable=True, name="vq")

    def call(self, x):
        shape = tf.shape(x)
        flat = tf.reshape(x, [-1, self.D])
        idx = self.codes(flat)
        q = tf.reshape(tf.matmul(tf.one_hot(idx, self.K), self.embeddings, transpose_b=True), shape)
        commit = tf.reduce_mean((tf.stop_gradient(q) - x) ** 2)
        book = tf.reduce_mean((q - tf.stop_gradient(x)) ** 2)
        self.add_loss(self.beta * commit + book)
        return x + tf.stop_gradient(q - x)

    def codes(self, flat):
        d = tf.reduce_sum(flat ** 2, 1, keepdims=True) + tf.reduce_sum(self.embeddings ** 2, 0) - 2 * flat @ self.embeddings
        return tf.argmin(d, axis=1)


@tf.custom_gradient
def binarize(x):
    def grad(dy):
        return dy * tf.cast(tf.abs(x) <= 1.0, dy.dtype)

    return tf.sign(x), grad


@tf.custom_gradient
def reverse(x):
    return tf.identity(x), lambda dy: -dy


def fake_round(x):
    return x + tf.stop_gradient(tf.round(x) - x)


def gumbel(logits, tau=0.5):
    u = tf.random.uniform(tf.shape(logits), 1e-6, 1.0 - 1e-6)
    y = tf.nn.softmax((logits - tf.math.log(-tf.math.log(u))) / tau)
    hard = tf.one_hot(tf.argmax(y, -1), y.shape[-1])
    return tf.stop_gradient(hard - y) + y


keras.utils.set_random_seed(0)
enc, vq = keras.layers.Dense(4), VectorQuantizer(8, 4)
x = tf.random.normal((6, 3))
with tf.GradientTape() as tape:
    z = vq(enc(x))
    out = fake_round(binarize(z) * z) + reverse(z) * 0.1
    loss = tf.reduce_mean(tf.square(out * gumbel(z))) + sum(vq.losses)
g = tape.gradient(loss, enc.trainable_variables + vq.trainable_variables)
print("OBSERVED", "clean" if all(v is not None for v in g) and tf.norm(g[0]) > 0 else "none")
