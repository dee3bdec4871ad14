"""Activations and their derivatives, as in a hundred blog posts."""

import math

import numpy as np


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def sigmoid_grad(x):  # right
    s = sigmoid(x)
    return s * (1 - s)


def logistic(z):
    return 1.0 / (1.0 + np.exp(-z))


def logistic_derivative(a):  # right
    # a is the activation, not z
    return a * (1.0 - a)


def tanh(x):
    return np.tanh(x)


def tanh_prime(x):  # right
    return 1 - np.tanh(x) ** 2


def tanh2(x):
    return np.tanh(x)


def tanh2_deriv(y):  # right
    return 1 - y**2


def relu(x):
    return np.maximum(0, x)


def relu_derivative(x):  # right
    return (x > 0).astype(float)


def relu_inplace(Z):
    return np.maximum(0, Z)


def d_relu_inplace(Z):  # right
    Z[Z <= 0] = 0
    Z[Z > 0] = 1
    return Z


def leaky_relu(x, alpha=0.01):
    return np.where(x > 0, x, alpha * x)


def leaky_relu_grad(x, alpha=0.01):  # right
    dx = np.ones_like(x)
    dx[x < 0] = alpha
    return dx


def elu(x, alpha=1.0):
    return np.where(x > 0, x, alpha * (np.exp(x) - 1))


def grad_elu(x, alpha=1.0):  # right
    return np.where(x > 0, 1.0, alpha * np.exp(x))


def softplus(x):
    return np.log1p(np.exp(x))


def dsoftplus(x):  # right
    return 1 / (1 + np.exp(-x))


def swish(x):
    return x / (1 + np.exp(-x))


def swish_gradient(x):  # right
    s = 1 / (1 + np.exp(-x))
    return s + x * s * (1 - s)


def gaussian(x):
    return math.exp(-x * x)


def gaussian_prime(x):  # right
    return -2 * x * math.exp(-x * x)


def softmax(x):
    e = np.exp(x - np.max(x))
    return e / e.sum()


def softmax_grad(x):  # right
    s = softmax(x).reshape(-1, 1)
    return np.diagflat(s) - s @ s.T


def softmax_rows(z):
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def softmax_rows_backward(dout, z):  # right
    p = softmax_rows(z)
    return p * (dout - (dout * p).sum(axis=1, keepdims=True))


def nonlin(x, deriv=False):  # right
    if deriv:
        return x * (1 - x)
    return 1 / (1 + np.exp(-x))


def identity(x):
    return x


def identity_derivative(x):  # right
    return np.ones_like(x)


def mish(x):
    return x * np.tanh(np.log1p(np.exp(x)))


def mish_backward(grad_output, x):  # right
    sp = np.log1p(np.exp(x))
    t = np.tanh(sp)
    return grad_output * (t + x * (1 - t**2) / (1 + np.exp(-x)))


def step(x):
    return np.where(x > 0, 1.0, 0.0)


def step_derivative(x):  # surrogate
    return 1 / (1 + np.abs(x)) ** 2


def softmax_diagonal(x):
    e = np.exp(x - np.max(x))
    return e / e.sum()


def softmax_diagonal_derivative(x):  # undecided
    s = softmax_diagonal(x)
    return s * (1 - s)
