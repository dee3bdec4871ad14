# framework: tensorflow
# verdict: clean
# seen: log_softmax, double where, xlogy of labels, divide_no_nan, eps under roots: finite at the bad points (finite differences)
"""Losses that look risky but are finite everywhere."""
import tensorflow as tf
from tensorflow import keras


class Focal(keras.losses.Loss):
    def __init__(self, gamma=2.0):
        super().__init__()
        self.gamma = gamma

    def call(self, y, logits):
        logp = tf.nn.log_softmax(logits)
        pt = tf.exp(logp)
        return -tf.reduce_sum(y * (1.0 - pt) ** self.gamma * logp, axis=-1)


def safe_sqrt(x):
    ok = x > 0.0
    inner = tf.where(ok, x, tf.ones_like(x))
    return tf.where(ok, tf.sqrt(inner), tf.zeros_like(x))


def hellinger(p, q):
    return tf.reduce_sum((safe_sqrt(p) - safe_sqrt(q)) ** 2, axis=-1)


def kl(p, q, eps=1e-7):
    q = tf.clip_by_value(q, eps, 1.0)
    return tf.reduce_sum(tf.math.xlogy(p, p) - p * tf.math.log(q), axis=-1)


def dice(y, p):
    inter = tf.reduce_sum(y * p, axis=0)
    return 1.0 - tf.reduce_mean(tf.math.divide_no_nan(2.0 * inter, tf.reduce_sum(y, 0) + tf.reduce_sum(p, 0)))


def cosine(a, b):
    a, b = tf.math.l2_normalize(a, -1, epsilon=1e-8), tf.math.l2_normalize(b, -1, epsilon=1e-8)
    return 1.0 - tf.reduce_sum(a * b, -1)


def total(w, x, y):
    logits = x @ w
    p = tf.nn.softmax(logits)
    spread = tf.sqrt(tf.math.reduce_variance(logits, axis=0) + 1e-6)
    return (tf.reduce_mean(Focal()(y, logits)) + tf.reduce_mean(hellinger(y, p)) + tf.reduce_mean(kl(y, p))
            + dice(y, p) + tf.reduce_mean(cosine(logits, y)) + 0.1 * tf.reduce_mean(spread))


def train(steps=3):
    w = tf.Variable(tf.zeros((3, 4)))
    x = tf.constant([[0.0, 0.0, 0.0], [1.0, 2.0, 3.0], [-50.0, 40.0, 60.0]])
    y = tf.one_hot([0, 1, 3], 4)
    for _ in range(steps):
        with tf.GradientTape() as tape:
            loss = total(w, x, y)
        g = tape.gradient(loss, w)
        w.assign_sub(0.5 * g)
        tf.debugging.check_numerics(g, "gradient")
    return g


if __name__ == "__main__":
    assert float(tf.norm(train())) > 0
