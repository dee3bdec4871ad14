# framework: numpy
# verdict: clean
# seen: gradient as expected
import numpy as np


class Sigmoid:
    def forward(self, x):
        self.out = 1 / (1 + np.exp(-x))
        return self.out

    def backward(self, dout):
        return dout * self.out * (1 - self.out)


class Tanh:
    def forward(self, x):
        self.out = np.tanh(x)
        return self.out

    def backward(self, dout):
        return dout * (1 - self.out**2)


class Scaled:
    def __init__(self, inner, k):
        self.inner, self.k = inner, k

    def forward(self, x):
        return self.inner.forward(self.k * x)

    def backward(self, dout):
        return self.k * self.inner.backward(dout)


rng = np.random.default_rng(0)
x, up, h = rng.normal(size=(4, 3)), rng.normal(size=(4, 3)), 1e-6
right = True
for layer in (Sigmoid(), Tanh(), Scaled(Tanh(), 2.5)):
    layer.forward(x)
    dx = layer.backward(up)
    numeric = np.array([np.sum(up * (layer.forward(x + h * e) - layer.forward(x - h * e))) / (2 * h)
                        for e in np.eye(x.size).reshape(-1, *x.shape)])
    right = right and np.allclose(dx.ravel(), numeric, atol=1e-6)
print("OBSERVED", "clean" if right else "wrong")
