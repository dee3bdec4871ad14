# framework: numpy
# verdict: clean
# seen: gradient as expected
import numpy as np


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


def log_likelihood(w, X, y):
    z = X @ w
    return np.sum(y * z - np.logaddexp(0, z))


def log_likelihood_grad(w, X, y):
    return X.T @ (y - sigmoid(X @ w))


def ridge(w, X, y, strength):
    r = y - X @ w
    return 0.5 * r @ r + 0.5 * strength * w @ w


def ridge_grad(w, X, y, strength):
    r = y - X @ w
    return strength * w - X.T @ r


rng = np.random.default_rng(0)
X = rng.normal(size=(80, 3))
y = (X @ np.array([1.0, -2.0, 0.5]) + rng.normal(size=80) > 0).astype(float)
w, v = np.zeros(3), np.zeros(3)
start = log_likelihood(w, X, y), ridge(v, X, y, 0.1)
for _ in range(50):
    w = w + 0.01 * log_likelihood_grad(w, X, y)
    v = v - 0.005 * ridge_grad(v, X, y, 0.1)
steps = 1e-6 * np.eye(3)
up = np.array([(log_likelihood(w + e, X, y) - log_likelihood(w - e, X, y)) / 2e-6 for e in steps])
right = np.allclose(up, log_likelihood_grad(w, X, y), atol=1e-5)
better = log_likelihood(w, X, y) > start[0] and ridge(v, X, y, 0.1) < start[1]
print("OBSERVED", "clean" if right and better else "wrong")
