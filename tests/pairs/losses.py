"""Losses with the gradient of one input, averaged as their formula is."""

import numpy as np


def mse(y_true, y_pred):
    return np.mean(np.power(y_true - y_pred, 2))


def mse_prime(y_true, y_pred):  # right
    return 2 * (y_pred - y_true) / np.size(y_true)


def half_sse(pred, target):
    return 0.5 * np.sum((pred - target) ** 2)


def half_sse_grad(pred, target):  # right
    return pred - target


def mse1d(p, t):
    return np.mean((p - t) ** 2)


def mse1d_grad(p, t):  # right
    return 2 * (p - t) / len(p)


def binary_cross_entropy(y_true, y_pred):
    return np.mean(-y_true * np.log(y_pred) - (1 - y_true) * np.log(1 - y_pred))


def binary_cross_entropy_prime(y_true, y_pred):  # right
    return ((1 - y_true) / (1 - y_pred) - y_true / y_pred) / np.size(y_true)


def bce_clipped(p, y):
    p = np.clip(p, 1e-7, 1 - 1e-7)
    return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))


def bce_clipped_gradient(p, y):  # right
    p = np.clip(p, 1e-7, 1 - 1e-7)
    return (p - y) / (p * (1 - p)) / y.size


def cross_entropy(probs, y):
    """Probabilities (n, k) and one-hot labels (n, k)."""
    n = probs.shape[0]
    return -np.sum(y * np.log(probs)) / n


def cross_entropy_grad(probs, y):  # right
    # together with the softmax before it
    return (probs - y) / probs.shape[0]


def softmax(z):
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def softmax_cross_entropy(logits, labels):
    p = softmax(logits)
    return -np.sum(labels * np.log(p)) / logits.shape[0]


def softmax_cross_entropy_backward(logits, labels):  # right
    return (softmax(logits) - labels) / logits.shape[0]


def sparse_ce(logits, y):
    p = softmax(logits)
    return -np.mean(np.log(p[np.arange(len(y)), y]))


def sparse_ce_grad(logits, y):  # right
    p = softmax(logits)
    p[np.arange(len(y)), y] -= 1
    return p / len(y)


def nll(logprobs, targets):
    return -np.sum(logprobs * targets)


def nll_backward(dout, logprobs, targets):  # right
    return -dout * targets


def hinge(scores, y):
    return np.mean(np.maximum(0, 1 - y * scores))


def hinge_grad(scores, y):  # right
    return np.where(y * scores < 1, -y, 0.0) / scores.size


def huber(a, t, delta=1.0):
    r = a - t
    return np.sum(np.where(np.abs(r) <= delta, 0.5 * r**2, delta * (np.abs(r) - 0.5 * delta)))


def huber_grad(a, t, delta=1.0):  # right
    r = a - t
    return np.clip(r, -delta, delta)


def mae(y_pred, y_true):
    return np.abs(y_pred - y_true).mean()


def mae_gradient(y_pred, y_true):  # right
    return np.sign(y_pred - y_true) / y_pred.size


def compute_cost(X, y, theta):
    m = len(y)
    h = X @ theta
    return np.sum((h - y) ** 2) / (2 * m)


def compute_gradient(X, y, theta):  # right
    m = len(y)
    return X.T @ (X @ theta - y) / m


def logistic_cost(theta, X, y):
    h = 1 / (1 + np.exp(-(X @ theta)))
    return -np.mean(y * np.log(h) + (1 - y) * np.log(1 - h))


def logistic_cost_gradient(theta, X, y):  # right
    h = 1 / (1 + np.exp(-(X @ theta)))
    return X.T @ (h - y) / y.size


def ridge(w, X, y, lam):
    return np.sum((X @ w - y) ** 2) + lam * np.sum(w**2)


def ridge_grad(w, X, y, lam):  # right
    return 2 * X.T @ (X @ w - y) + 2 * lam * w


def rosenbrock(x):
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def rosenbrock_der(x):  # right
    g = np.zeros_like(x)
    g[:-1] = -400 * x[:-1] * (x[1:] - x[:-1] ** 2) - 2 * (1 - x[:-1])
    g[1:] += 200 * (x[1:] - x[:-1] ** 2)
    return g


def quadratic(x, A):
    return x @ A @ x


def quadratic_grad(x, A):  # right
    return (A + A.T) @ x


def logdet(A):
    return np.log(abs(np.linalg.det(A)))


def logdet_grad(A):  # right
    return np.linalg.inv(A).T


def kl(p, q):
    return np.sum(p * np.log(p / q))


def kl_grad(p, q):  # right
    return np.log(p / q) + 1, -p / q
