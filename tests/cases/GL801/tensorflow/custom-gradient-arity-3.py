# framework: tensorflow
# verdict: raises
# seen: ValueError: custom_gradient function expected to return
"""Numerically robust activations built by a factory; the softened division forgets one of its inputs."""
import functools

import tensorflow as tf

ROBUST = {}


def robust(fn):
    wrapped = tf.custom_gradient(fn)
    ROBUST[fn.__name__] = wrapped
    return functools.wraps(fn)(wrapped)


@robust
def clipped_exp(x):
    y = tf.exp(tf.minimum(x, 20.0))

    def grad(dy):
        return dy * tf.clip_by_value(y, 0.0, 1e4)

    return y, grad


@robust
def soft_divide(num, den, floor=1e-3):
    safe = tf.maximum(tf.abs(den), floor) * tf.sign(den)
    out = num / safe

    def grad(dy):
        d_num = dy / safe
        d_den = -dy * out / safe
        return d_num, d_den  # HAZARD GL801

    return out, grad


class Ratio(tf.Module):
    def __init__(self):
        super().__init__()
        self.a = tf.Variable([1.0, 2.0])
        self.b = tf.Variable([0.5, -0.1])

    def __call__(self, x):
        return soft_divide(clipped_exp(x * self.a), self.b, tf.constant(1e-2))


def fit(model, x, steps=2):
    opt = tf.keras.optimizers.SGD(1e-3)
    for _ in range(steps):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x) - 1.0))
        grads = tape.gradient(loss, [model.a, model.b])
        opt.apply_gradients(zip(grads, [model.a, model.b]))
    return loss


if __name__ == "__main__":
    fit(Ratio(), tf.constant([[0.1, 0.2], [0.3, -0.4]]))
