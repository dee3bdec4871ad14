# framework: tensorflow
# verdict: wrong
# seen: drift penalty from get_weights has no gradient (equal for lam 0 and 5); where(p > 0, p*log(p)) with masked zeros: NaN
"""Continual learning with a drift penalty and an entropy bonus on masked attention."""
import numpy as np
import tensorflow as tf
from tensorflow.keras import Sequential
from tensorflow.keras.layers import Dense, Input

model = Sequential([Input((5,)), Dense(6, activation="relu"), Dense(4)])
anchor = [w.copy() for w in model.get_weights()]


def drift(reference):
    now = model.get_weights()  # HAZARD GL102
    return tf.add_n([tf.reduce_sum(tf.square(a - b)) for a, b in zip(now, reference)])


def attention(logits, mask):
    e = tf.exp(logits - tf.reduce_max(logits, -1, keepdims=True)) * mask
    return e / tf.reduce_sum(e, -1, keepdims=True)


def entropy(p):
    plogp = tf.where(p > 0, p * tf.math.log(p), tf.zeros_like(p))  # HAZARD GL701
    return -tf.reduce_sum(plogp, axis=-1)


def objective(x, y, mask, lam, beta):
    p = attention(model(x), mask)
    fit = tf.reduce_mean(tf.reduce_sum(tf.square(p - y), -1))
    total = fit + lam * drift(anchor)
    if beta:
        total -= beta * tf.reduce_mean(entropy(p))
    return total


def gradients(x, y, mask, lam=0.0, beta=0.0):
    with tf.GradientTape() as tape:
        value = objective(x, y, mask, lam, beta)
    return tape.gradient(value, model.trainable_variables)


if __name__ == "__main__":
    x, y = np.random.default_rng(0).normal(size=(7, 5)).astype("float32"), np.full((7, 4), 0.25, "float32")
    mask = np.ones((7, 4), "float32")
    for v in model.trainable_variables:
        v.assign_add(0.1 * tf.ones_like(v))
    for a, b in zip(gradients(x, y, mask, lam=0.0), gradients(x, y, mask, lam=5.0)):
        tf.debugging.assert_near(a, b)
    assert not np.isnan(gradients(x, y, mask, beta=0.1)[0]).any()
    mask[:, 3] = 0.0
    assert np.isnan(gradients(x, y, mask, beta=0.1)[2]).any()
