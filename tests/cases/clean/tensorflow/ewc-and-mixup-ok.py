# framework: tensorflow
# verdict: clean
# seen: EWC against frozen get_weights and numpy Fisher; mixup by gather with shuffled indices (finite differences)
"""Elastic weight consolidation (Fisher in NumPy) with manifold mixup in the second task."""
import numpy as np
import tensorflow as tf
from tensorflow import keras

body = keras.Sequential([keras.Input((5,)), keras.layers.Dense(8, activation="relu")])
head = keras.Sequential([keras.Input((8,)), keras.layers.Dense(3)])
opt = keras.optimizers.SGD(0.05)


def params():
    return body.trainable_variables + head.trainable_variables


def fisher(x, y):
    total = [np.zeros(v.shape, "float32") for v in params()]
    for i in range(len(x)):
        with tf.GradientTape() as tape:
            logp = tf.nn.log_softmax(head(body(x[i:i + 1])))[0, int(y[i])]
        for f, g in zip(total, tape.gradient(logp, params())):
            f += g.numpy() ** 2
    return [f / len(x) for f in total]


def ewc(stars, fishers):
    return tf.add_n([tf.reduce_sum(f * tf.square(v - s)) for v, s, f in zip(params(), stars, fishers)])


def mixup_loss(x, y, lam):
    h = body(x, training=True)
    order = tf.random.shuffle(tf.range(tf.shape(h)[0]))
    mixed = lam * h + (1 - lam) * tf.gather(h, order)
    logits = head(mixed, training=True)
    ce = tf.nn.sparse_softmax_cross_entropy_with_logits
    return tf.reduce_mean(lam * ce(y, logits) + (1 - lam) * ce(tf.gather(y, order), logits))


def second_task(x, y, stars, fishers, steps=3):
    rng = np.random.default_rng(2)
    for _ in range(steps):
        lam = float(rng.beta(0.4, 0.4))
        with tf.GradientTape() as tape:
            loss = mixup_loss(x, y, lam) + 10.0 * ewc(stars, fishers)
        grads = tape.gradient(loss, params())
        opt.apply_gradients(zip(grads, params()))
    return grads


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(12, 5)).astype("float32"), rng.integers(0, 3, 12)
    stars = body.get_weights() + head.get_weights()
    f = fisher(x, y)
    g = second_task(x + 1.0, tf.constant(y), stars, f)
    assert len(g) == 4 and all(float(tf.norm(v)) > 0 for v in g)
    with tf.GradientTape() as t:
        penalty = ewc(stars, f)
    tf.debugging.assert_near(t.gradient(penalty, params()[2]), 2.0 * f[2] * (params()[2] - stars[2]))
