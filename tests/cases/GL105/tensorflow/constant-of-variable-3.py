# framework: tensorflow
# verdict: none
# seen: tf.constant(Variable): None; arithmetic on IndexedSlices (TypeError). convert_to_tensor in dense_step is right
"""Skip-gram with negative sampling, optimiser written by hand."""
import numpy as np
import tensorflow as tf

VOCAB, DIM = 30, 6
rng = np.random.default_rng(0)
inside = tf.Variable(rng.normal(size=(VOCAB, DIM), scale=0.1).astype("float32"))
outside = tf.Variable(rng.normal(size=(VOCAB, DIM), scale=0.1).astype("float32"))


def nce(center, context, negatives):
    c = tf.nn.embedding_lookup(inside, center)
    pos = tf.reduce_sum(c * tf.gather(outside, context), axis=-1)
    neg = tf.einsum("bd,bkd->bk", c, tf.gather(outside, negatives))
    return -tf.reduce_mean(tf.math.log_sigmoid(pos) + tf.reduce_sum(tf.math.log_sigmoid(-neg), axis=1))


def pairs(n):
    a = rng.integers(0, VOCAB, n)
    return a, (a + 1) % VOCAB, rng.integers(0, VOCAB, (n, 3))


def dense_step(batch, lr=0.5):
    with tf.GradientTape() as tape:
        loss = nce(*batch)
    for table, g in zip((inside, outside), tape.gradient(loss, [inside, outside])):
        table.assign_sub(lr * tf.convert_to_tensor(g))
    return float(loss)


def centring_penalty():
    table = tf.constant(inside)  # HAZARD GL105
    return tf.reduce_sum(tf.reduce_mean(table, axis=0) ** 2)


def centre_step(lr=0.1):
    with tf.GradientTape() as tape:
        cost = centring_penalty()
    g = tape.gradient(cost, inside)
    if g is not None:
        inside.assign_sub(lr * g)
    return g


def momentum_step(batch, velocity, lr=0.5):
    with tf.GradientTape() as tape:
        loss = nce(*batch)
    grads = tape.gradient(loss, [inside, outside])
    for i, (table, g) in enumerate(zip((inside, outside), grads)):
        velocity[i] = 0.9 * velocity[i] + lr * g  # HAZARD GL606
        table.assign_sub(velocity[i])
    return float(loss)


if __name__ == "__main__":
    first = dense_step(pairs(16))
    assert first == first and centre_step() is None
    try:
        momentum_step(pairs(16), [0.0, 0.0])
        raise SystemExit("ran")
    except TypeError as e:
        assert "IndexedSlices" in str(e)
