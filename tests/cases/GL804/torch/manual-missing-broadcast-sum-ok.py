# framework: numpy
# verdict: clean
# seen: gradient as expected
import numpy as np


def gate(x, m):
    return x * m


def gate_backward(dout, x, m):
    return dout * m, dout * x


def scale_shift(x, gamma, beta):
    return gamma * x + beta


def scale_shift_backward(dout, x, gamma, beta):
    return dout * gamma, np.einsum("ni,ni->i", dout, x), np.ones(len(dout)) @ dout


def numeric(f, point, h=1e-6):
    grad = np.zeros_like(point)
    for index in np.ndindex(point.shape):
        bump = np.zeros_like(point)
        bump[index] = h
        grad[index] = (f(point + bump) - f(point - bump)) / (2 * h)
    return grad


rng = np.random.default_rng(0)
x, m, up = rng.normal(size=(6, 3)), rng.normal(size=(6, 3)), rng.normal(size=(6, 3))
dx, dm = gate_backward(up, x, m)
right = np.allclose(dm, numeric(lambda v: np.sum(up * gate(x, v)), m), atol=1e-6)
gamma, beta = rng.normal(size=3), rng.normal(size=3)
dx, dgamma, dbeta = scale_shift_backward(up, x, gamma, beta)
right &= np.allclose(dgamma, numeric(lambda v: np.sum(up * scale_shift(x, v, beta)), gamma), atol=1e-6)
right &= np.allclose(dbeta, numeric(lambda v: np.sum(up * scale_shift(x, gamma, v)), beta), atol=1e-6)
gamma -= 0.1 * dgamma
beta -= 0.1 * dbeta
print("OBSERVED", "clean" if right and gamma.shape == (3,) else "wrong")
