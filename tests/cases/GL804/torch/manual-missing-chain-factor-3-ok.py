# framework: numpy
# verdict: clean
# seen: gradient as expected
import numpy as np


class Layer:
    def forward(self, x):
        raise NotImplementedError

    def backward(self, g):
        raise NotImplementedError


class Linear(Layer):
    def __init__(self, a, b, rng):
        self.W, self.b = rng.standard_normal((a, b)) * 0.3, np.zeros((1, b))

    def forward(self, x):
        self.x = x
        return x.dot(self.W) + self.b

    def backward(self, g):
        self.dW = self.x.T.dot(g)
        self.db = np.sum(g, axis=0, keepdims=True)
        return g.dot(self.W.T)


class ReLU(Layer):
    def forward(self, x):
        self.mask = x > 0
        return np.maximum(x, 0)

    def backward(self, g):
        g = g.copy()
        g[~self.mask] = 0
        return g


class LayerNorm(Layer):
    def __init__(self, d, eps=1e-5):
        self.g, self.b, self.eps = np.ones(d), np.zeros(d), eps

    def forward(self, x):
        mu = x.mean(-1, keepdims=True)
        self.inv = 1.0 / np.sqrt(x.var(-1, keepdims=True) + self.eps)
        self.xhat = (x - mu) * self.inv
        return self.g * self.xhat + self.b

    def backward(self, dout):
        self.dg = (dout * self.xhat).sum(0)
        self.db = dout.sum(0)
        dx = dout * self.g
        n = dx.shape[-1]
        return self.inv / n * (n * dx - dx.sum(-1, keepdims=True) - self.xhat * (dx * self.xhat).sum(-1, keepdims=True))


def sigmoid(x):
    return np.where(x >= 0, 1 / (1 + np.exp(-np.abs(x))), np.exp(-np.abs(x)) / (1 + np.exp(-np.abs(x))))


def sigmoid_grad(x):
    s = sigmoid(x)
    return s * (1 - s)


def gelu(x):
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x ** 3)))


def gelu_backward(grad_output, x):
    c = np.sqrt(2 / np.pi)
    t = np.tanh(c * (x + 0.044715 * x ** 3))
    return grad_output * (0.5 * (1 + t) + 0.5 * x * (1 - t ** 2) * c * (1 + 3 * 0.044715 * x ** 2))


def huber(r, d=1.0):
    a = np.abs(r)
    return np.where(a <= d, 0.5 * r ** 2, d * (a - 0.5 * d))


def huber_grad(r, d=1.0):
    return np.clip(r, -d, d)


rng = np.random.default_rng(0)
layers = [Linear(3, 6, rng), LayerNorm(6), ReLU(), Linear(6, 2, rng)]
x, t = rng.standard_normal((4, 3)), rng.standard_normal((4, 2))


def loss():
    h = x
    for layer in layers:
        h = layer.forward(h)
    return h, ((h - t) ** 2).mean()


h, _ = loss()
g = 2 * (h - t) / h.size
for layer in layers[::-1]:
    g = layer.backward(g)
W, eps = layers[0].W, 1e-6
keep = layers[0].dW[0, 0]
W[0, 0] += eps
up = loss()[1]
W[0, 0] -= 2 * eps
down = loss()[1]
W[0, 0] += eps
checks = [np.isclose(keep, (up - down) / (2 * eps), atol=1e-6)]
for f, df in ((sigmoid, sigmoid_grad), (gelu, lambda v: gelu_backward(1.0, v)), (huber, huber_grad)):
    v = np.array([-2.0, -0.3, 0.4, 1.7])
    checks.append(np.allclose(df(v), (f(v + 1e-6) - f(v - 1e-6)) / 2e-6, atol=1e-6))
print("OBSERVED", "clean" if all(checks) else "wrong")
