# framework: torch
# verdict: wrong
# seen: wrong
import numpy as np


class Dense:
    def __init__(self, n, rng):
        self.W = rng.normal(size=(n, n))
        self.b = np.zeros(n)

    def forward(self, x):
        self.x = x
        return x @ self.W + self.b

    def backward(self, dout):
        self.dW = self.x.T @ dout
        self.db = dout  # HAZARD GL804
        return dout @ self.W  # HAZARD GL804


rng = np.random.default_rng(0)
layer = Dense(3, rng)
x, dout = rng.normal(size=(4, 3)), rng.normal(size=(4, 3))
layer.forward(x)
dx = layer.backward(dout)
print("OBSERVED", "clean" if np.allclose(dx, dout @ layer.W.T) else "wrong")
