# framework: tensorflow
# verdict: clean
# seen: square root guarded on exact zeros, masks by multiplication (finite differences)
"""Batch-all triplet loss after Moindrot, with the square root kept away from zero."""
import numpy as np
import tensorflow as tf


def squared_distances(e):
    dots = tf.matmul(e, e, transpose_b=True)
    sq = tf.linalg.diag_part(dots)
    return tf.maximum(sq[None, :] - 2.0 * dots + sq[:, None], 0.0)


def distances(e):
    d2 = squared_distances(e)
    zero = tf.cast(tf.equal(d2, 0.0), tf.float32)
    d = tf.sqrt(d2 + zero * 1e-12)
    return d * (1.0 - zero)


def triplet_mask(labels):
    n = tf.shape(labels)[0]
    distinct = tf.logical_not(tf.cast(tf.eye(n), tf.bool))
    i_j, i_k, j_k = distinct[:, :, None], distinct[:, None, :], distinct[None]
    same = labels[None, :] == labels[:, None]
    return i_j & i_k & j_k & same[:, :, None] & ~same[:, None, :]


def batch_all(labels, e, margin=0.3):
    d = distances(e)
    raw = d[:, :, None] - d[:, None, :] + margin
    loss = tf.maximum(raw * tf.cast(triplet_mask(labels), tf.float32), 0.0)
    hard = tf.reduce_sum(tf.cast(loss > 1e-16, tf.float32))
    return tf.reduce_sum(loss) / (hard + 1e-16), hard


def train(steps=3):
    rng = np.random.default_rng(0)
    x = rng.normal(size=(9, 6)).astype(np.float32)
    y = tf.constant(np.repeat([0, 1, 2], 3))
    w = tf.Variable(rng.normal(size=(6, 3)).astype(np.float32))
    for _ in range(steps):
        with tf.GradientTape() as tape:
            loss, active = batch_all(y, tf.constant(x) @ w)
        g = tape.gradient(loss, w)
        w.assign_sub(0.1 * g)
        print(int(active), "active triplets")
    return g


if __name__ == "__main__":
    g = train()
    assert bool(tf.reduce_all(tf.math.is_finite(g))) and float(tf.norm(g)) > 0
