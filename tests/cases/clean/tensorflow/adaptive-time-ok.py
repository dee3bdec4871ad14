# framework: tensorflow
# verdict: clean
# seen: halting unit gets a gradient through the remainder; the number of updates is a count by design
"""Adaptive computation time and a Lagrangian with a hard constraint: counts that are meant as numbers."""
import keras
import numpy as np
import tensorflow as tf


class AdaptiveCell(keras.layers.Layer):
    def __init__(self, units, limit=4, eps=0.05):
        super().__init__()
        self.limit, self.eps = limit, eps
        self.inner = keras.layers.Dense(units, "tanh")
        self.halt = keras.layers.Dense(1, bias_initializer="ones")

    def call(self, x):
        state = x
        total = tf.zeros(tf.shape(x)[:1])
        remainder, updates = tf.zeros_like(total), tf.zeros_like(total)
        output = tf.zeros_like(x)
        for _ in range(self.limit):
            state = self.inner(state)
            p = tf.sigmoid(self.halt(state))[:, 0]
            running = tf.cast(total < 1.0, tf.float32)
            stops = running * tf.cast(total + p > 1.0 - self.eps, tf.float32)
            goes = running * (1.0 - stops)
            total = total + p * goes
            remainder = remainder + stops * (1.0 - total)
            total = total + stops * (1.0 - total)
            updates = updates + running
            weight = p * goes + remainder * stops
            output = output + weight[:, None] * state
        return output, remainder, updates


class Model(keras.Model):
    def __init__(self, units=5, ponder=1e-2):
        super().__init__()
        self.cell, self.head, self.ponder = AdaptiveCell(units), keras.layers.Dense(1), ponder

    def call(self, x):
        out, remainder, updates = self.cell(x)
        return tf.squeeze(self.head(out), -1), tf.reduce_mean(remainder) + tf.reduce_mean(updates), updates


class Constraint(tf.Module):
    """Rate of positives below a limit: the multiplier sees the hard rate, the model a soft one."""

    def __init__(self, limit=0.4):
        super().__init__()
        self.raw, self.limit = tf.Variable(0.5), limit

    def lagrangian(self, logits):
        lam = tf.nn.softplus(self.raw)
        soft = tf.reduce_mean(tf.sigmoid(logits)) - self.limit
        hard = tf.reduce_mean(tf.cast(logits > 0, tf.float32)) - self.limit
        return tf.stop_gradient(lam) * soft - lam * hard


if __name__ == "__main__":
    keras.utils.set_random_seed(0)
    x = tf.random.normal((32, 5))
    y = tf.cast(tf.reduce_sum(x, -1) > 0, tf.float32)
    model, constraint, opt = Model(), Constraint(), keras.optimizers.Adam(1e-2)
    model(x)
    variables = model.trainable_variables + list(constraint.trainable_variables)
    for _ in range(5):
        with tf.GradientTape() as tape:
            logits, ponder, updates = model(x)
            loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(y, logits))
            loss += model.ponder * ponder + constraint.lagrangian(logits)
        grads = tape.gradient(loss, variables)
        opt.apply_gradients(zip(grads, variables))
    assert all(g is not None for g in grads) and 1.0 <= float(tf.reduce_mean(updates)) <= 4.0
