# framework: tensorflow
# verdict: caught
# seen: np.maximum in a compiled loss (NotImplementedError); tf.round is the only path (no gradients). Rounding in the metric is fine
"""Forecasting with hand-made losses given to compile()."""
import numpy as np
import tensorflow as tf
from tensorflow import keras


def quantile_loss(q):
    def pinball(y_true, y_pred):
        e = y_true - y_pred
        return tf.reduce_mean(np.maximum(q * e, (q - 1.0) * e))  # HAZARD GL101

    return pinball


def count_loss(y_true, y_pred):
    units = tf.round(y_pred)  # HAZARD GL403
    return tf.reduce_mean(tf.square(y_true - units))


def smape(y_true, y_pred):
    """Only a metric, so rounding is fine here."""
    p = tf.round(y_pred)
    return tf.reduce_mean(2.0 * tf.abs(y_true - p) / (tf.abs(y_true) + tf.abs(p) + 1e-6))


def forecaster(loss):
    m = keras.Sequential([keras.Input((4,)), keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)])
    m.compile(optimizer="adam", loss=loss, metrics=[smape])
    return m


def run(loss):
    x = np.random.default_rng(0).normal(size=(32, 4)).astype("float32")
    y = np.abs(x).sum(1, keepdims=True)
    m = forecaster(loss)
    m.fit(x, y, epochs=1, verbose=0)
    return m


if __name__ == "__main__":
    run("mse")
    for bad, err in ((quantile_loss(0.9), NotImplementedError), (count_loss, ValueError)):
        try:
            run(bad)
            raise SystemExit("trained")
        except err as e:
            assert "numpy" in str(e).lower() or "No gradients" in str(e)
