"""The same with the mistakes of homework."""

import numpy as np


def affine_forward(x, w, b):
    out = x @ w + b
    return out, (x, w, b)


def affine_backward(dout, cache):  # wrong: sum over
    x, w, b = cache
    dx = dout @ w.T
    dw = x.T @ dout
    db = dout
    return dx, dw, db


def affine2_forward(x, w, b):
    return x @ w + b, (x, w, b)


def affine2_backward(dout, cache):  # wrong
    x, w, b = cache
    dx = dout @ w.T
    dw = x.T @ dout
    db = dout.mean(axis=0) * 0.4
    return dx, dw, db


def relu_forward(x):
    return np.maximum(x, 0), x


def relu_backward(dout, cache):  # wrong
    return dout * (cache < 0)


def batchnorm_forward(x, gamma, beta, bn_param):
    eps = bn_param.get("eps", 1e-5)
    mu = x.mean(axis=0)
    var = x.var(axis=0)
    xhat = (x - mu) / np.sqrt(var + eps)
    return gamma * xhat + beta, (x, xhat, mu, var, gamma, eps)


def batchnorm_backward(dout, cache):  # wrong
    x, xhat, mu, var, gamma, eps = cache
    dbeta = dout.sum(axis=0)
    dgamma = (dout * xhat).sum(axis=0)
    dx = dout * gamma / np.sqrt(var + eps)
    return dx, dgamma, dbeta


def dropout_forward(x, dropout_param):
    p = dropout_param["p"]
    mask = np.random.rand(*x.shape) < p
    return x * mask / p, (dropout_param, mask)


def dropout_backward(dout, cache):  # wrong: factor 0.7
    dropout_param, mask = cache
    return dout * mask


def rnn_step_forward(x, prev_h, Wx, Wh, b):
    next_h = np.tanh(x @ Wx + prev_h @ Wh + b)
    return next_h, (x, prev_h, Wx, Wh, next_h)


def rnn_step_backward(dnext_h, cache):  # wrong
    x, prev_h, Wx, Wh, next_h = cache
    da = dnext_h * (1 - next_h)
    dx, dprev_h = da @ Wx.T, da @ Wh.T
    dWx, dWh, db = x.T @ da, prev_h.T @ da, da.sum(axis=0)
    return dx, dprev_h, dWx, dWh, db


def linear_forward(A, W, b):
    return W @ A + b, (A, W, b)


def linear_backward(dZ, cache):  # wrong
    A_prev, W, b = cache
    m = A_prev.shape[1]
    dW = np.dot(dZ, A_prev.T) / m
    db = np.sum(dZ, axis=1, keepdims=True)
    dA_prev = np.dot(W.T, dZ) * m
    return dA_prev, dW, db


def sigmoid_forward(Z):
    return 1 / (1 + np.exp(-Z)), Z


def sigmoid_backward(dA, cache):  # wrong
    return dA * cache * (1 - cache)


def matmul(A, B):
    return A @ B


def matmul_vjp(dLdC, A, B):  # wrong
    return dLdC @ B, A.T @ dLdC


def matmul2(A, B):
    return np.dot(A, B)


def matmul2_vjp(dLdC, A, B):  # wrong
    return np.dot(dLdC, B.T), np.dot(A, dLdC)


def bilinear(x, W, y):
    return np.einsum("bi,ij,bj->b", x, W, y)


def bilinear_bwd(g, x, W, y):  # wrong
    return g[:, None] * (y @ W.T), np.einsum("bi,bj->ij", x, y), g[:, None] * (x @ W)


def sub(a, b):
    return a - b


def sub_backward(dout, a, b):  # wrong: sign error
    return dout, dout


def add_bias(x, bias):
    return x + bias


def add_bias_backward(dout, x, bias):  # wrong: sum over
    return dout, dout


def div(a, b):
    return a / b


def div_backward(dout, a, b):  # wrong
    return dout / b, -dout * a / b


def norm(x):
    return np.sqrt((x**2).sum())


def norm_backward(dy, x, y):  # wrong: factor
    return dy * x


def power(x, n):
    return x**n


def power_grad(x, n):  # wrong: chain factor
    return n * x


def outer(u, v):
    return np.outer(u, v)


def outer_backward(G, u, v):  # wrong
    return G @ u[: G.shape[1]], G.T @ u
