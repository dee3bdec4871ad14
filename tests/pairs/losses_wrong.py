"""Losses whose gradient lacks a factor, a sign or a term."""

import numpy as np


def mse(y_true, y_pred):
    return np.mean(np.power(y_true - y_pred, 2))


def mse_prime(y_true, y_pred):  # wrong: sign error
    return 2 * (y_true - y_pred) / np.size(y_true)


def msem(pred, target):
    return np.mean((pred - target) ** 2)


def msem_grad(pred, target):  # wrong: factor
    return 2 * (pred - target)


def half_sse(pred, target):
    return 0.5 * np.sum((pred - target) ** 2)


def half_sse_grad(pred, target):  # wrong: factor 2
    return 2 * (pred - target)


def binary_cross_entropy(y_true, y_pred):
    return np.mean(-y_true * np.log(y_pred) - (1 - y_true) * np.log(1 - y_pred))


def binary_cross_entropy_prime(y_true, y_pred):  # wrong
    return (y_true / y_pred + (1 - y_true) / (1 - y_pred)) / np.size(y_true)


def softmax(z):
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def softmax_cross_entropy(logits, labels):
    p = softmax(logits)
    return -np.sum(labels * np.log(p)) / logits.shape[0]


def softmax_cross_entropy_backward(logits, labels):  # wrong: factor
    return softmax(logits) - labels


def softmax_ce2(logits, labels):
    p = softmax(logits)
    return -np.sum(labels * np.log(p)) / logits.shape[0]


def softmax_ce2_backward(logits, labels):  # wrong: sign error
    return (labels - softmax(logits)) / logits.shape[0]


def nll(logprobs, targets):
    return -np.sum(logprobs * targets)


def nll_backward(dout, logprobs, targets):  # wrong: the upstream
    return -targets


def mae(y_pred, y_true):
    return np.abs(y_pred - y_true).mean()


def mae_gradient(y_pred, y_true):  # wrong: sign error
    return np.sign(y_true - y_pred) / y_pred.size


def compute_cost(X, y, theta):
    m = len(y)
    h = X @ theta
    return np.sum((h - y) ** 2) / (2 * m)


def compute_gradient(X, y, theta):  # wrong: factor 2
    m = len(y)
    return 2 * X.T @ (X @ theta - y) / m


def logistic_cost(theta, X, y):
    h = 1 / (1 + np.exp(-(X @ theta)))
    return -np.mean(y * np.log(h) + (1 - y) * np.log(1 - h))


def logistic_cost_gradient(theta, X, y):  # wrong
    h = X @ theta
    return X.T @ (h - y) / y.size


def ridge(w, X, y, lam):
    return np.sum((X @ w - y) ** 2) + lam * np.sum(w**2)


def ridge_grad(w, X, y, lam):  # wrong
    return 2 * X.T @ (X @ w - y)


def rosenbrock(x):
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def rosenbrock_der(x):  # wrong
    g = np.zeros_like(x)
    g[:-1] = -400 * x[:-1] * (x[1:] - x[:-1] ** 2) + 2 * (1 - x[:-1])
    g[1:] += 200 * (x[1:] - x[:-1] ** 2)
    return g


def quadratic(x, A):
    return x @ A @ x


def quadratic_grad(x, A):  # undecided
    return 2 * A @ x


def logdet(A):
    return np.log(abs(np.linalg.det(A)))


def logdet_grad(A):  # undecided
    return np.linalg.inv(A)
