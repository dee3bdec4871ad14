# framework: tensorflow
# verdict: raises
# seen: InvalidArgumentError
"""Autoregressive features by a py_function whose lag table is an integer input."""
import numpy as np
import tensorflow as tf


def lagged(series, lags):
    columns = [tf.roll(series, int(lag), axis=0) for lag in lags]
    return tf.stack(columns, axis=-1)


class AutoRegression(tf.Module):
    def __init__(self, lags):
        super().__init__()
        self.lags = tf.constant(lags)
        self.level = tf.Variable(0.5)
        self.coef = tf.Variable(tf.ones((len(lags),)) * 0.1)

    def features(self, series):
        smooth = series - self.level
        out = tf.py_function(lagged, [smooth, self.lags], tf.float32)  # HAZARD GL108
        return tf.ensure_shape(out, (series.shape[0], self.coef.shape[0]))

    def __call__(self, series):
        return tf.linalg.matvec(self.features(series), self.coef)


def train(model, series):
    variables = model.trainable_variables
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(series) - series) ** 2)
    return tape.gradient(loss, variables)


if __name__ == "__main__":
    train(AutoRegression([1, 2, 3]), tf.constant(np.sin(np.arange(20) / 3), tf.float32))
