# framework: numpy
# verdict: clean
# seen: central, complex and Richardson differences; all restore what they move
"""Gradient checking tools: several difference schemes and pairs of functions to try them on."""
import contextlib
from typing import Callable

import numpy as np

Vector = np.ndarray


@contextlib.contextmanager
def nudged(x: Vector, i, h):
    saved = x[i]
    x[i] = saved + h
    try:
        yield x
    finally:
        x[i] = saved


def central(f: Callable, x, h=1e-6):
    x = np.array(x, dtype=np.float64)
    g = np.empty_like(x)
    for i in range(x.size):
        with nudged(x, i, h):
            up = f(x)
        with nudged(x, i, -h):
            down = f(x)
        g[i] = (up - down) / (2 * h)
    return g


def complex_step(f, x, h=1e-30):
    g = np.empty(len(x))
    for i in range(len(x)):
        z = np.asarray(x).astype(complex)
        z[i] += 1j * h
        g[i] = f(z).imag / h
    return g


def richardson(f, x, h=1e-3):
    return (4 * central(f, x, h / 2) - central(f, x, h)) / 3


def directional(f, x, v, h=1e-6):
    return (f(x + h * v) - f(x - h * v)) / (2 * h)


def softplus(x):
    return np.sum(np.logaddexp(0, x)) if not np.iscomplexobj(x) else np.sum(np.log(1 + np.exp(x)))


def softplus_grad(x):
    return 1 / (1 + np.exp(-x))


def quadratic(x, A, b):
    return 0.5 * x @ A @ x - b @ x


def quadratic_grad(x, A, b):
    return 0.5 * (A + A.T) @ x - b


def logistic(w, X, y):
    z = X @ w
    return np.mean(np.logaddexp(0, z) - y * z)


def logistic_grad(w, X, y):
    p = 1 / (1 + np.exp(-X @ w))
    return -X.T @ (y - p) / len(y)


def rosenbrock(x):
    return (1 - x[0]) ** 2 + 100 * (x[1] - x[0] ** 2) ** 2


def rosenbrock_grad(x):
    return np.array([-2 * (1 - x[0]) - 400 * x[0] * (x[1] - x[0] ** 2), 200 * (x[1] - x[0] ** 2)])


def logsumexp(x):
    m = np.max(x)
    return m + np.log(np.sum(np.exp(x - m)))


def logsumexp_grad(x):
    e = np.exp(x - np.max(x))
    return e / e.sum()


def spsa(f, x, rng, c=1e-3):
    """Simultaneous perturbation: two evaluations whatever the dimension."""
    delta = rng.choice([-1.0, 1.0], size=x.shape)
    return (f(x + c * delta) - f(x - c * delta)) / (2 * c) * delta


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    x, A, b = rng.normal(size=4), rng.normal(size=(4, 4)), rng.normal(size=4)
    X, y = rng.normal(size=(9, 4)), rng.integers(0, 2, 9)
    for f, g, args in ((softplus, softplus_grad, ()), (quadratic, quadratic_grad, (A, b)), (logistic, logistic_grad, (X, y)), (logsumexp, logsumexp_grad, ())):
        assert np.allclose(central(lambda v: f(v, *args), x), g(x, *args), atol=1e-6), f.__name__
        assert np.allclose(richardson(lambda v: f(v, *args), x), g(x, *args), atol=1e-6), f.__name__
    assert np.allclose(complex_step(softplus, x), softplus_grad(x))
    v = rng.normal(size=2)
    assert abs(directional(rosenbrock, np.array([0.5, 1.0]), v) - rosenbrock_grad([0.5, 1.0]) @ v) < 1e-4
    assert spsa(softplus, x, rng).shape == x.shape
