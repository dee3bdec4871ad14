# framework: torch
# verdict: wrong
# seen: wrong
import numpy as np


def sigmoid(z):
    return 1.0 / (1.0 + np.exp(-z))


def logistic_loss(w, X, y):
    p = sigmoid(X @ w)
    return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))


def logistic_loss_grad(w, X, y):
    p = sigmoid(X @ w)
    return X.T @ (y - p) / len(y)  # HAZARD GL804


rng = np.random.default_rng(0)
X, y, w = rng.normal(size=(8, 3)), rng.integers(0, 2, 8), rng.normal(size=3)
g = logistic_loss_grad(w, X, y)
h = 1e-6
num = [(logistic_loss(w + h * e, X, y) - logistic_loss(w - h * e, X, y)) / (2 * h) for e in np.eye(3)]
print("OBSERVED", "clean" if np.allclose(g, num, atol=1e-5) else "wrong")
