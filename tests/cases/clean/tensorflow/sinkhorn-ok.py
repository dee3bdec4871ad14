# framework: tensorflow
# verdict: clean
# seen: gradient of the entropic transport cost reaches the generator points (finite differences)
"""Entropic optimal transport between learned points and data; envelope gradient with frozen potentials."""
import numpy as np
import tensorflow as tf


def squared_cost(x, y):
    return tf.reduce_sum((x[:, None, :] - y[None, :, :]) ** 2, axis=-1)


@tf.function
def sinkhorn(cost, eps, iterations):
    n, m = tf.shape(cost)[0], tf.shape(cost)[1]
    log_a = -tf.math.log(tf.cast(n, cost.dtype)) * tf.ones((n,), cost.dtype)
    log_b = -tf.math.log(tf.cast(m, cost.dtype)) * tf.ones((m,), cost.dtype)
    f, g = tf.zeros_like(log_a), tf.zeros_like(log_b)
    for _ in tf.range(iterations):
        f = -eps * tf.reduce_logsumexp((g[None, :] - cost) / eps + log_b[None, :], axis=1)
        g = -eps * tf.reduce_logsumexp((f[:, None] - cost) / eps + log_a[:, None], axis=0)
    plan = tf.exp((f[:, None] + g[None, :] - cost) / eps + log_a[:, None] + log_b[None, :])
    return f, g, plan


def transport(x, y, eps=0.5, iterations=60, unrolled=False):
    cost = squared_cost(x, y)
    f, g, plan = sinkhorn(cost if unrolled else tf.stop_gradient(cost), eps, iterations)
    if unrolled:
        return tf.reduce_mean(f) + tf.reduce_mean(g)
    return tf.reduce_sum(tf.stop_gradient(plan) * cost)


def divergence(x, y, **kw):
    fixed = tf.stop_gradient(transport(y, y, **kw))
    return transport(x, y, **kw) - 0.5 * transport(x, x, **kw) - 0.5 * fixed


class Cloud(tf.Module):
    def __init__(self, n, dim):
        super().__init__()
        self.points = tf.Variable(tf.random.stateless_normal((n, dim), (0, 0), dtype=tf.float64))
        self.centre = tf.Variable(tf.zeros((dim,), tf.float64))

    def __call__(self):
        return self.points - tf.reduce_mean(self.points, 0) + self.centre


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    data = tf.constant(rng.normal(size=(12, 2)) + [2.0, -1.0])
    cloud, opt = Cloud(10, 2), tf.keras.optimizers.SGD(0.5)
    trace = []
    for _ in range(10):
        with tf.GradientTape() as tape:
            loss = divergence(cloud(), data)
        grads = tape.gradient(loss, cloud.trainable_variables)
        opt.apply_gradients(zip(grads, cloud.trainable_variables))
        trace.append(float(loss))
    assert trace[-1] < trace[0]
    x = tf.constant(rng.normal(size=(4, 2)))
    with tf.GradientTape() as tape:
        tape.watch(x)
        value = transport(x, data, unrolled=True, iterations=200)
    g = tape.gradient(value, x).numpy()
    bump = np.zeros((4, 2))
    bump[1, 0] = 1e-5
    fd = (transport(x + bump, data, unrolled=True, iterations=200) - transport(x - bump, data, unrolled=True, iterations=200)) / 2e-5
    assert abs(float(fd) - g[1, 0]) < 1e-4
