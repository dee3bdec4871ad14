# framework: tensorflow
# verdict: clean
# seen: gradient reversal and clipped custom_gradient, None for the non-differentiated argument
"""Domain-adversarial training (Ganin): the reversal layer flips and scales the gradient."""
import numpy as np
import tensorflow as tf
from tensorflow import keras


@tf.custom_gradient
def reverse(x, lam):
    def grad(upstream):
        return -lam * upstream, None

    return tf.identity(x), grad


@tf.custom_gradient
def soften(x):
    y = tf.nn.softplus(x)

    def grad(dy):
        return tf.clip_by_norm(dy * tf.sigmoid(x), 1.0)

    return y, grad


class Reversal(keras.layers.Layer):
    def __init__(self, **kw):
        super().__init__(**kw)
        self.lam = self.add_weight(shape=(), initializer="zeros", trainable=False, name="lam")

    def call(self, x):
        return reverse(x, tf.convert_to_tensor(self.lam))


class DANN(keras.Model):
    def __init__(self):
        super().__init__()
        self.features = keras.layers.Dense(8)
        self.label_head = keras.layers.Dense(2)
        self.reversal = Reversal()
        self.domain_head = keras.layers.Dense(1)

    def call(self, x):
        f = soften(self.features(x))
        return self.label_head(f), self.domain_head(self.reversal(f))


def schedule(p):
    return 2.0 / (1.0 + np.exp(-10.0 * p)) - 1.0


def step(model, opt, x, y, d, progress):
    model.reversal.lam.assign(schedule(progress))
    with tf.GradientTape() as tape:
        logits, domain = model(x)
        task = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(y, logits))
        dom = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(d, tf.squeeze(domain, 1)))
        loss = task + dom
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    return grads


if __name__ == "__main__":
    model, opt = DANN(), keras.optimizers.SGD(0.1)
    x, y, d = tf.random.normal((12, 3)), tf.constant([0, 1] * 6), tf.constant([0.0, 1.0, 1.0] * 4)
    for i in range(3):
        g = step(model, opt, x, y, d, i / 3)
    assert len(g) == 6 and all(float(tf.norm(v)) > 0 for v in g)
