# framework: tensorflow
# verdict: clean
# seen: implicit gradients agree with unrolled ones
"""Deep equilibrium layer: the solver runs outside the graph, the gradient comes from the implicit function theorem."""
import functools

import numpy as np
import tensorflow as tf


def fixed_point(f, z0, tol=1e-6, max_iter=200):
    z = z0
    for i in range(max_iter):
        new = f(z)
        gap = float(tf.reduce_max(tf.abs(new - z)))
        z = new
        if gap < tol:
            break
    return z


def deq(cell, x, params):
    """z* = cell(z*, x, params), differentiable in x and params by one linear solve."""

    @tf.custom_gradient
    def solve(x, *flat):
        z_star = fixed_point(lambda z: cell(z, x, flat), tf.zeros((x.shape[0], flat[0].shape[0])))

        def grad(upstream):
            with tf.GradientTape(persistent=True) as tape:
                tape.watch(z_star)
                tape.watch([x, *flat])
                f = cell(z_star, x, flat)
            vjp = lambda u: tape.gradient(f, z_star, output_gradients=u)
            u = fixed_point(lambda u: upstream + vjp(u), tf.zeros_like(upstream))
            dx, *dflat = tape.gradient(f, [x, *flat], output_gradients=u)
            del tape
            return (dx, *dflat)

        return z_star, grad

    return solve(x, *[tf.convert_to_tensor(p) for p in params])


def tanh_cell(z, x, params):
    w, u, b = params
    return tf.tanh(z @ w + x @ u + b)


class EquilibriumRegressor(tf.Module):
    def __init__(self, n_in, width):
        super().__init__()
        init = functools.partial(tf.random.stateless_normal, stddev=0.3 / np.sqrt(width))
        self.w = tf.Variable(init((width, width), seed=(0, 1)))
        self.u = tf.Variable(init((n_in, width), seed=(0, 2)))
        self.b = tf.Variable(tf.zeros(width))
        self.head = tf.Variable(init((width, 1), seed=(0, 3)))

    def __call__(self, x, unroll=0):
        params = (self.w, self.u, self.b)
        if unroll:
            z = tf.zeros((x.shape[0], self.w.shape[0]))
            for _ in range(unroll):
                z = tanh_cell(z, x, params)
        else:
            z = deq(tanh_cell, x, params)
        return z @ self.head


def grads_of(model, x, y, **kwargs):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, **kwargs) - y))
    return loss, tape.gradient(loss, model.trainable_variables)


if __name__ == "__main__":
    model = EquilibriumRegressor(3, 5)
    x = tf.random.stateless_normal((8, 3), (1, 1))
    y = tf.reduce_sum(x, -1, keepdims=True)
    opt = tf.keras.optimizers.SGD(0.1)
    first = None
    for step in range(5):
        loss, grads = grads_of(model, x, y)
        first = first or loss.numpy()
        opt.apply_gradients(zip(grads, model.trainable_variables))
    assert float(loss) < first
    _, implicit = grads_of(model, x, y)
    _, unrolled = grads_of(model, x, y, unroll=100)
    for a, b in zip(implicit, unrolled):
        np.testing.assert_allclose(a, b, atol=1e-4)
