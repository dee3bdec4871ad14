# framework: tensorflow
# verdict: clean
# seen: hand-written gradients right, with and without variables
"""Layers with gradients of their own: reversal with a schedule, a variable-aware scale, a clipped identity."""
import keras
import numpy as np
import tensorflow as tf


class GradientReversal(keras.layers.Layer):
    def __init__(self, **kw):
        super().__init__(**kw)
        self.strength = self.add_weight(shape=(), initializer="zeros", trainable=False, name="strength")

    def call(self, x):
        strength = tf.convert_to_tensor(self.strength)

        @tf.custom_gradient
        def reverse(h):
            return tf.identity(h), lambda dy: -strength * dy

        return reverse(x)


class LogScale(tf.Module):
    """y = x exp(s), with the gradient for s written by hand."""

    def __init__(self):
        super().__init__()
        self.s = tf.Variable(0.3)

    def __call__(self, x):
        @tf.custom_gradient
        def forward(h):
            y = h * tf.exp(self.s)

            def grad(dy, variables=None):
                dh = dy * tf.exp(self.s)
                if variables is None:
                    return dh
                return dh, [tf.reduce_sum(dy * y) for _ in variables]

            return y, grad

        return forward(x)


def clipped_identity(limit):
    @tf.custom_gradient
    def identity(x):
        def grad(upstream):
            return tf.clip_by_value(upstream, -limit, limit)

        return tf.identity(x), grad

    return identity


def schedule(progress):
    return 2.0 / (1.0 + np.exp(-10.0 * progress)) - 1.0


class Dann(keras.Model):
    def __init__(self):
        super().__init__()
        self.features = keras.layers.Dense(6, "relu")
        self.label, self.domain = keras.layers.Dense(2), keras.layers.Dense(1)
        self.reversal, self.calm = GradientReversal(), clipped_identity(1.0)

    def call(self, x):
        h = self.features(x)
        return self.label(h), self.domain(self.reversal(self.calm(h)))


if __name__ == "__main__":
    keras.utils.set_random_seed(0)
    model, opt = Dann(), keras.optimizers.SGD(0.1)
    x = tf.random.normal((12, 4))
    y, d = tf.constant([0, 1] * 6), tf.constant([[0.0], [1.0]] * 6)
    for step in range(4):
        model.reversal.strength.assign(schedule(step / 4))
        with tf.GradientTape() as tape:
            labels, domains = model(x)
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(y, labels))
            loss += tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(d, domains))
        grads = tape.gradient(loss, model.trainable_variables)
        opt.apply_gradients(zip(grads, model.trainable_variables))
    assert all(g is not None for g in grads)
    scale = LogScale()
    h = tf.constant([1.0, -2.0])
    with tf.GradientTape() as tape:
        value = tf.reduce_sum(tf.square(scale(h)))
    got = float(tape.gradient(value, scale.s))
    assert abs(got - 2 * 5.0 * np.exp(0.6)) < 1e-3
