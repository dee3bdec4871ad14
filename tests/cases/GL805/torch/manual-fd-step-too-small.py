# framework: numpy
# verdict: wrong
# seen: [-0.298  0.     0.   ] instead of [-0.333 -0.072  0.15 ]
import numpy as np


class Logistic:
    def __init__(self, x, y):
        self.x, self.y = x.astype(np.float32), y.astype(np.float32)

    def loss(self, w):
        margin = self.x @ w
        return np.mean(np.logaddexp(0, margin) - self.y * margin, dtype=np.float32)

    def grad(self, w):
        p = 1 / (1 + np.exp(-self.x @ w))
        return self.x.T @ (p - self.y) / len(self.y)


def numeric_grad(f, w, h=1e-7):  # HAZARD GL805
    w = w.astype(np.float32)
    out = np.zeros_like(w)
    for i in range(w.size):
        e = np.zeros_like(w)
        e[i] = h
        out[i] = (f(w + e) - f(w - e)) / np.float32(2 * h)
    return out


rng = np.random.default_rng(0)
x = rng.normal(size=(40, 3))
model = Logistic(x, x[:, 0] > 0)
w = np.array([0.5, -0.3, 0.8], dtype=np.float32)
exact, numeric = model.grad(w), numeric_grad(model.loss, w)
error = np.abs(numeric - exact).max() / np.abs(exact).max()
print("OBSERVED", "wrong" if error > 0.2 else "clean", numeric.round(3), "instead of", exact.round(3))
