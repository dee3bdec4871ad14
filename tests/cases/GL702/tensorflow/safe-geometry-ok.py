# framework: tensorflow
# verdict: clean
# seen: all gradients finite at coincident points, zero angles and empty masks
"""Molecular geometry terms that stay finite: guarded norms, clipped acos, masked pairs, double where."""
import functools

import numpy as np
import tensorflow as tf

TERMS = {}


def term(weight):
    def wrap(fn):
        TERMS[fn.__name__] = (weight, fn)

        @functools.wraps(fn)
        def inner(*args, **kwargs):
            return fn(*args, **kwargs)

        return inner

    return wrap


def safe_norm(x, axis=-1, eps=1e-12):
    return tf.sqrt(tf.reduce_sum(x * x, axis=axis) + eps)


def exact_safe_norm(x):
    sq = tf.reduce_sum(x * x, -1)
    zero = tf.equal(sq, 0.0)
    root = tf.sqrt(tf.where(zero, tf.ones_like(sq), sq))
    return tf.where(zero, tf.zeros_like(sq), root)


def safe_div(a, b):
    ok = tf.abs(b) > 1e-9
    return tf.where(ok, a / tf.where(ok, b, 1.0), 0.0)


@term(1.0)
def bond(r, pairs, rest=1.0):
    d = tf.gather(r, pairs[:, 0]) - tf.gather(r, pairs[:, 1])
    return tf.reduce_sum((safe_norm(d) - rest) ** 2)


@term(0.1)
def repulsion(r, pairs, sigma=0.8):
    diff = r[:, None] - r[None]
    d = exact_safe_norm(diff)
    off = 1.0 - tf.eye(r.shape[0])
    return 0.5 * tf.reduce_sum(off * tf.exp(-(d**2) / sigma))


@term(0.5)
def angle(r, pairs, goal=1.9):
    a, b, c = (tf.gather(r, i) for i in (0, 1, 2))
    u, v = tf.math.l2_normalize(a - b, epsilon=1e-8), tf.math.l2_normalize(c - b, epsilon=1e-8)
    cosine = tf.clip_by_value(tf.reduce_sum(u * v), -1.0 + 1e-6, 1.0 - 1e-6)
    return (tf.acos(cosine) - goal) ** 2


@term(0.2)
def coulomb(r, pairs, charges=(0.4, -0.8, 0.4, 0.0)):
    q = tf.constant(charges, tf.float32)
    d2 = tf.reduce_sum((r[:, None] - r[None]) ** 2, -1)
    inverse = tf.math.divide_no_nan(1.0, tf.sqrt(d2 + 1e-6))
    qq = tf.linalg.set_diag(q[:, None] * q[None], tf.zeros_like(q))
    return 0.5 * tf.reduce_sum(qq * inverse)


@term(0.05)
def gyration(r, pairs):
    centred = r - tf.reduce_mean(r, axis=0, keepdims=True)
    return safe_div(tf.reduce_sum(centred**2), tf.cast(tf.shape(r)[0], tf.float32))


def energy(r, pairs):
    return tf.add_n([w * f(r, pairs) for w, f in TERMS.values()])


def relax(r0, pairs, steps=30, rate=0.05):
    r = tf.Variable(r0)
    for _ in range(steps):
        with tf.GradientTape() as tape:
            e = energy(r, pairs)
        g = tape.gradient(e, r)
        g = tf.clip_by_norm(g, 5.0)
        r.assign_sub(rate * g)
        yield float(e), float(tf.reduce_max(tf.abs(g)))


if __name__ == "__main__":
    start = np.zeros((4, 3), np.float32)
    start[1, 0] = 1.0
    start[2, 0] = 2.0
    pairs = np.array([[0, 1], [1, 2], [2, 3]])
    trace = list(relax(start, pairs))
    assert np.isfinite(trace).all()
    assert trace[-1][0] < trace[0][0]
