# framework: numpy
# verdict: clean
# seen: gradient as expected
import numpy as np


def project(x, W):
    """W is stored with one row per output, as torch does."""
    return x @ W.T


def project_backward(dout, x, W):
    return dout @ W, dout.T @ x


def heads(x, W):
    return np.einsum("bi,hij->bhj", x, W)


def heads_backward(dout, x, W):
    return np.einsum("bhj,hij->bi", dout, W), np.einsum("bhj,bi->hij", dout, x)


def numeric(f, point, h=1e-6):
    grad = np.zeros_like(point)
    for index in np.ndindex(point.shape):
        bump = np.zeros_like(point)
        bump[index] = h
        grad[index] = (f(point + bump) - f(point - bump)) / (2 * h)
    return grad


rng = np.random.default_rng(0)
x, W, up = rng.normal(size=(5, 3)), rng.normal(size=(4, 3)), rng.normal(size=(5, 4))
dx, dW = project_backward(up, x, W)
right = np.allclose(dx, numeric(lambda v: np.sum(up * project(v, W)), x), atol=1e-6)
right &= np.allclose(dW, numeric(lambda v: np.sum(up * project(x, v)), W), atol=1e-6)
W, up = rng.normal(size=(2, 3, 4)), rng.normal(size=(5, 2, 4))
dx, dW = heads_backward(up, x, W)
right &= np.allclose(dx, numeric(lambda v: np.sum(up * heads(v, W)), x), atol=1e-6)
right &= np.allclose(dW, numeric(lambda v: np.sum(up * heads(x, v)), W), atol=1e-6)
print("OBSERVED", "clean" if right else "wrong")
