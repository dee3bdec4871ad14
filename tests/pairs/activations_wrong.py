"""The same with the slips people make."""

import math

import numpy as np


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def sigmoid_grad(x):  # wrong: chain factor
    s = sigmoid(x)
    return s


def logistic(z):
    return 1.0 / (1.0 + np.exp(-z))


def logistic_derivative(z):  # wrong: sign error
    a = logistic(z)
    return a * (a - 1.0)


def tanh(x):
    return np.tanh(x)


def tanh_prime(x):  # wrong: chain factor
    return 1 - np.tanh(x)


def relu(x):
    return np.maximum(0, x)


def relu_derivative(x):  # wrong
    return np.ones_like(x)


def leaky_relu(x, alpha=0.01):
    return np.where(x > 0, x, alpha * x)


def leaky_relu_grad(x, alpha=0.01):  # wrong
    return np.where(x > 0, 1.0, -alpha)


def elu(x, alpha=1.0):
    return np.where(x > 0, x, alpha * (np.exp(x) - 1))


def grad_elu(x, alpha=1.0):  # wrong
    return np.where(x > 0, 1.0, alpha * (np.exp(x) - 1))


def softplus(x):
    return np.log1p(np.exp(x))


def dsoftplus(x):  # wrong: chain factor
    return np.exp(x)


def swish(x):
    return x / (1 + np.exp(-x))


def swish_gradient(x):  # wrong
    s = 1 / (1 + np.exp(-x))
    return s * (1 - s)


def gaussian(x):
    return math.exp(-x * x)


def gaussian_prime(x):  # wrong: sign error
    return 2 * x * math.exp(-x * x)


def softmax_rows(z):
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def softmax_rows_backward(dout, z):  # wrong
    p = softmax_rows(z)
    return p * (1 - p) * dout


def nonlin(x, deriv=False):  # wrong
    if deriv:
        return x * x
    return 1 / (1 + np.exp(-x))


def cube(x):
    return x**3


def cube_prime(x):  # wrong: chain factor
    return 3 * x


def square(x):
    return x**2


def square_prime(x):  # wrong: factor 0.5
    return x


def mish(x):
    return x * np.tanh(np.log1p(np.exp(x)))


def mish_backward(grad_output, x):  # wrong: the upstream
    sp = np.log1p(np.exp(x))
    t = np.tanh(sp)
    return t + x * (1 - t**2) / (1 + np.exp(-x))
