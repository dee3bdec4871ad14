# framework: tensorflow
# verdict: none
# seen: watch after the normalisation was computed: None; noisy tensor never watched: None (then TypeError). Integrated gradients is right
"""Integrated gradients for a tabular classifier, and a saliency map on the normalised input."""
import numpy as np
import tensorflow as tf
from tensorflow import keras

clf = keras.Sequential([keras.Input((6,)), keras.layers.Dense(10, activation="swish"), keras.layers.Dense(3)])
MEAN, STD = np.full(6, 0.5, "float32"), np.full(6, 0.2, "float32")


def normalise(x):
    return (x - MEAN) / STD


def integrated(x, label, steps=8):
    base = tf.zeros_like(x)
    alphas = tf.reshape(tf.linspace(0.0, 1.0, steps + 1), (-1, 1))
    path = base + alphas * (x - base)
    with tf.GradientTape() as tape:
        tape.watch(path)
        picked = clf(path)[:, label]
    g = tape.gradient(picked, path)
    return (x - base)[0] * tf.reduce_mean((g[:-1] + g[1:]) / 2.0, axis=0)


def saliency(raw, label):
    pixels = tf.convert_to_tensor(raw)
    with tf.GradientTape() as tape:
        inputs = normalise(pixels)
        tape.watch(pixels)  # HAZARD GL304
        score = tf.reduce_sum(clf(inputs)[:, label])
    return tape.gradient(score, pixels)


def smooth_grad(raw, label, n=4, sigma=0.1):
    total = 0.0
    for i in range(n):
        noisy = tf.constant(normalise(raw)) + sigma * tf.random.normal(raw.shape, seed=i)
        with tf.GradientTape() as tape:
            score = clf(noisy)[:, label]
        total = total + tape.gradient(score, noisy)  # HAZARD GL307
    return total / n


def explain(raw):
    label = int(tf.argmax(clf(normalise(raw))[0]))
    attributions = integrated(tf.constant(normalise(raw)), label)
    heat = saliency(raw, label)
    return attributions, heat


if __name__ == "__main__":
    ig, heat = explain(np.random.default_rng(0).random((1, 6)).astype("float32"))
    assert float(tf.reduce_max(tf.abs(ig))) > 0 and heat is None
    try:
        smooth_grad(np.ones((1, 6), "float32"), 0)
        raise SystemExit("ran")
    except (TypeError, ValueError):
        pass
