# framework: torch
# verdict: clean
# seen: gradient as expected
import numpy as np


class Dense:
    def __init__(self, n, m, rng):
        self.W, self.b = rng.normal(size=(n, m)) / n ** 0.5, np.zeros(m)

    def forward(self, x):
        self.x = x
        return x @ self.W + self.b

    def backward(self, dout):
        self.dW = self.x.T @ dout
        self.db = dout.sum(axis=0)
        return dout @ self.W.T


def relu(x):
    return np.maximum(x, 0)


def relu_backward(x, dout):
    return dout * (x > 0)


def mse(pred, target):
    return np.mean((pred - target) ** 2)


def mse_grad(pred, target):
    return 2 * (pred - target) / pred.size


rng = np.random.default_rng(0)
a, b = Dense(3, 8, rng), Dense(8, 1, rng)
x, y = rng.normal(size=(16, 3)), rng.normal(size=(16, 1))
trace = []
for _ in range(50):
    z = a.forward(x)
    pred = b.forward(relu(z))
    trace.append(mse(pred, y))
    a.backward(relu_backward(z, b.backward(mse_grad(pred, y))))
    for layer in (a, b):
        layer.W -= 0.1 * layer.dW
        layer.b -= 0.1 * layer.db
print("OBSERVED", "clean" if trace[-1] < trace[0] else "wrong")
