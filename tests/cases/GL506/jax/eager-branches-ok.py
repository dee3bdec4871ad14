# framework: jax
# verdict: clean
# seen: eager grad: Python if/while/int/boolean masks on concrete values, gradient right (check_grads)
"""Un-jitted gradient code: Python control flow on values is legitimate here."""
import jax
import jax.numpy as jnp
import numpy as np


def robust(residual, delta):
    total = 0.0
    for r in residual:
        if abs(r) <= delta:
            total = total + 0.5 * r ** 2
        else:
            total = total + delta * (abs(r) - 0.5 * delta)
    return total / len(residual)


def piecewise(knots, values, x):
    i = int(np.clip(np.searchsorted(knots, x) - 1, 0, len(knots) - 2))
    t = (x - knots[i]) / (knots[i + 1] - knots[i])
    return (1.0 - t) * values[i] + t * values[i + 1]


def backtracking(f, x, g, step=1.0, shrink=0.5):
    base = f(x)
    while f(x - step * g) > base - 0.3 * step * jnp.vdot(g, g):
        step *= shrink
        if step < 1e-6:
            break
    return step


class SplineFit:
    def __init__(self, knots):
        self.knots = np.asarray(knots, np.float32)
        self.values = jnp.zeros(len(knots))
        self.log = []

    def loss(self, values, xs, ys, delta=0.5):
        pred = [piecewise(self.knots, values, x) for x in xs]
        residual = jnp.stack(pred) - ys
        keep = residual[np.isfinite(ys)]
        rough = values[2:] - 2 * values[1:-1] + values[:-2]
        if (rough ** 2).sum() > 10.0:
            rough = 0.1 * rough
        return robust(keep, delta) + 1e-3 * jnp.sum(rough ** 2)

    def fit(self, xs, ys, steps=4):
        for _ in range(steps):
            value, g = jax.value_and_grad(self.loss)(self.values, xs, ys)
            rate = backtracking(lambda v: self.loss(v, xs, ys), self.values, g)
            self.values = self.values - rate * g
            self.log.append((float(value), rate))
        return g


if __name__ == "__main__":
    xs = np.linspace(0.05, 0.95, 10).astype(np.float32)
    ys = np.sin(3 * xs)
    ys[3] = 5.0
    m = SplineFit(np.linspace(0, 1, 5))
    g = m.fit(xs, ys)
    assert float(jnp.abs(g).max()) > 0 and m.log[-1][0] < m.log[0][0]
    from jax.test_util import check_grads
    check_grads(lambda v: m.loss(v, xs, ys), (m.values + 0.05,), order=1, modes=["rev"], rtol=3e-2, atol=3e-2)
