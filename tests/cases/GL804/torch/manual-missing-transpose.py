# framework: numpy
# verdict: wrong
# seen: [-0.451  0.335 -1.178] instead of [ 0.689  0.481 -0.281]
import numpy as np


def highway(x, W):
    return x + np.tanh(x @ W)


def highway_backward(dout, x, W):
    dz = dout * (1 - np.tanh(x @ W) ** 2)
    dx = dout + dz @ W  # HAZARD GL804
    dW = x.T @ dz
    return dx, dW


def numeric(f, point, h=1e-6):
    grad = np.zeros_like(point)
    for index in np.ndindex(point.shape):
        kept = point[index]
        point[index] = kept + h
        high = f(point)
        point[index] = kept - h
        low = f(point)
        point[index] = kept
        grad[index] = (high - low) / (2 * h)
    return grad


rng = np.random.default_rng(0)
x, W, up = rng.normal(size=(5, 3)), rng.normal(size=(3, 3)), rng.normal(size=(5, 3))
dx, dW = highway_backward(up, x, W)
true_dx = numeric(lambda v: np.sum(up * highway(v, W)), x)
true_dW = numeric(lambda v: np.sum(up * highway(x, v)), W)
assert np.allclose(dW, true_dW, atol=1e-6)
same = np.allclose(dx, true_dx, atol=1e-6)
print("OBSERVED", "clean" if same else "wrong", dx[0].round(3), "instead of", true_dx[0].round(3))
