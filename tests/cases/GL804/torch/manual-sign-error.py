# framework: numpy
# verdict: wrong
# seen: [0.693 0.707 0.722 0.737]
import numpy as np


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


def nll(w, X, y):
    z = X @ w
    return np.mean(np.logaddexp(0, z) - y * z)


def nll_grad(w, X, y):
    return X.T @ (y - sigmoid(X @ w)) / len(y)  # HAZARD GL804


def fit(X, y, lr=0.1, steps=10):
    w = np.zeros(X.shape[1])
    history = []
    for _ in range(steps):
        history.append(nll(w, X, y))
        w = w - lr * nll_grad(w, X, y)
    return w, history


rng = np.random.default_rng(0)
X = rng.normal(size=(80, 3))
y = (X @ np.array([1.0, -2.0, 0.5]) > 0).astype(float)
w, history = fit(X, y)
print("OBSERVED", "wrong" if history[-1] > history[0] else "clean", np.round(history[:4], 3))
