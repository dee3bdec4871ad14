# framework: tensorflow
# verdict: none
# seen: inner update through assign_sub: no gradient for the learned rate; tf.Variable(w - ...) inside the tape: None for both
"""Learn the learning rate of the inner loop (Meta-SGD) with real variables as the fast weights."""
import tensorflow as tf

w = tf.Variable([[0.3], [-0.2]])
log_rate = tf.Variable(-2.0)
meta_opt = tf.keras.optimizers.SGD(0.1)


def fit_error(features, labels):
    return tf.reduce_mean((features @ w - labels) ** 2)


def inner_update(features, labels):
    with tf.GradientTape() as tape:
        err = fit_error(features, labels)
    direction = tape.gradient(err, w)
    w.assign_sub(tf.exp(log_rate) * direction)  # HAZARD GL209


def meta_step(support, query):
    start = tf.identity(w)
    with tf.GradientTape() as outer:
        inner_update(*support)
        score = fit_error(*query)
    g = outer.gradient(score, log_rate)
    w.assign(start)
    return score, g


def copied_step(support, query):
    """The same with a copy of the weights instead of an update in place."""
    features, labels = support
    with tf.GradientTape() as outer:
        with tf.GradientTape() as tape:
            err = fit_error(features, labels)
        fast = tf.Variable(w - tf.exp(log_rate) * tape.gradient(err, w))  # HAZARD GL105
        score = tf.reduce_mean((query[0] @ fast - query[1]) ** 2)
    return outer.gradient(score, [w, log_rate])


def run(tasks):
    for support, query in tasks:
        score, g = meta_step(support, query)
        meta_opt.apply_gradients([(g, log_rate)])
    return score


if __name__ == "__main__":
    x = tf.constant([[1.0, 2.0], [0.5, -1.0], [2.0, 0.1]])
    y = tf.constant([[1.0], [0.0], [2.0]])
    assert meta_step((x, y), (x + 0.1, y))[1] is None
    assert copied_step((x, y), (x + 0.1, y)) == [None, None]
    base = meta_step((x, y), (x, y))[0]
    log_rate.assign_add(0.5)
    assert float(abs(meta_step((x, y), (x, y))[0] - base)) > 1e-4
