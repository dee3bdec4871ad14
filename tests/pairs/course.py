"""Forward and backward functions with a cache, in the styles of two well-known courses."""

import numpy as np


def affine_forward(x, w, b):
    out = x.reshape(x.shape[0], -1) @ w + b
    cache = (x, w, b)
    return out, cache


def affine_backward(dout, cache):  # right
    x, w, b = cache
    dx = (dout @ w.T).reshape(x.shape)
    dw = x.reshape(x.shape[0], -1).T @ dout
    db = dout.sum(axis=0)
    return dx, dw, db


def relu_forward(x):
    out = np.maximum(x, 0)
    cache = x
    return out, cache


def relu_backward(dout, cache):  # right
    dx, x = None, cache
    dx = dout * (x > 0)
    return dx


def batchnorm_forward(x, gamma, beta, bn_param):
    mode = bn_param["mode"]
    eps = bn_param.get("eps", 1e-5)
    assert mode == "train"
    mu = x.mean(axis=0)
    var = x.var(axis=0)
    xhat = (x - mu) / np.sqrt(var + eps)
    out = gamma * xhat + beta
    return out, (x, xhat, mu, var, gamma, eps)


def batchnorm_backward(dout, cache):  # right
    x, xhat, mu, var, gamma, eps = cache
    N = x.shape[0]
    dbeta = dout.sum(axis=0)
    dgamma = (dout * xhat).sum(axis=0)
    dxhat = dout * gamma
    dx = (N * dxhat - dxhat.sum(axis=0) - xhat * (dxhat * xhat).sum(axis=0)) / (N * np.sqrt(var + eps))
    return dx, dgamma, dbeta


def dropout_forward(x, dropout_param):
    p, mode = dropout_param["p"], dropout_param["mode"]
    if "seed" in dropout_param:
        np.random.seed(dropout_param["seed"])
    mask = (np.random.rand(*x.shape) < p) / p
    return x * mask, (dropout_param, mask)


def dropout_backward(dout, cache):  # right
    dropout_param, mask = cache
    return dout * mask


def conv_forward_naive(x, w, b, conv_param):
    stride, pad = conv_param["stride"], conv_param["pad"]
    N, C, H, W = x.shape
    F, _, HH, WW = w.shape
    Ho, Wo = 1 + (H + 2 * pad - HH) // stride, 1 + (W + 2 * pad - WW) // stride
    xp = np.pad(x, ((0, 0), (0, 0), (pad, pad), (pad, pad)))
    out = np.zeros((N, F, Ho, Wo))
    for i in range(Ho):
        for j in range(Wo):
            patch = xp[:, :, i * stride : i * stride + HH, j * stride : j * stride + WW]
            out[:, :, i, j] = np.tensordot(patch, w, axes=((1, 2, 3), (1, 2, 3))) + b
    return out, (x, w, b, conv_param)


def conv_backward_naive(dout, cache):  # right
    x, w, b, conv_param = cache
    stride, pad = conv_param["stride"], conv_param["pad"]
    F, _, HH, WW = w.shape
    xp = np.pad(x, ((0, 0), (0, 0), (pad, pad), (pad, pad)))
    dxp, dw, db = np.zeros_like(xp), np.zeros_like(w), dout.sum(axis=(0, 2, 3))
    for i in range(dout.shape[2]):
        for j in range(dout.shape[3]):
            g = dout[:, :, i, j]
            rows, cols = slice(i * stride, i * stride + HH), slice(j * stride, j * stride + WW)
            dw += np.tensordot(g, xp[:, :, rows, cols], axes=((0,), (0,)))
            dxp[:, :, rows, cols] += np.tensordot(g, w, axes=((1,), (0,)))
    dx = dxp[:, :, pad:-pad, pad:-pad]
    return dx, dw, db


def rnn_step_forward(x, prev_h, Wx, Wh, b):
    next_h = np.tanh(x @ Wx + prev_h @ Wh + b)
    return next_h, (x, prev_h, Wx, Wh, next_h)


def rnn_step_backward(dnext_h, cache):  # right
    x, prev_h, Wx, Wh, next_h = cache
    da = dnext_h * (1 - next_h**2)
    dx, dprev_h = da @ Wx.T, da @ Wh.T
    dWx, dWh, db = x.T @ da, prev_h.T @ da, da.sum(axis=0)
    return dx, dprev_h, dWx, dWh, db


def linear_forward(A, W, b):
    Z = W @ A + b
    cache = (A, W, b)
    return Z, cache


def linear_backward(dZ, cache):  # right
    A_prev, W, b = cache
    m = A_prev.shape[1]
    dW = 1 / m * np.dot(dZ, A_prev.T)
    db = 1 / m * np.sum(dZ, axis=1, keepdims=True)
    dA_prev = np.dot(W.T, dZ)
    return dA_prev, dW, db


def sigmoid_forward(Z):
    A = 1 / (1 + np.exp(-Z))
    return A, Z


def sigmoid_backward(dA, cache):  # right
    s = 1 / (1 + np.exp(-cache))
    return dA * s * (1 - s)


def layernorm_forward(x, gamma, beta, eps=1e-5):
    mu = x.mean(axis=1, keepdims=True)
    var = x.var(axis=1, keepdims=True)
    xhat = (x - mu) / np.sqrt(var + eps)
    return gamma * xhat + beta, (xhat, gamma, var, eps)


def layernorm_backward(dout, cache):  # right
    xhat, gamma, var, eps = cache
    D = xhat.shape[1]
    dxhat = dout * gamma
    inner = D * dxhat - dxhat.sum(axis=1, keepdims=True) - xhat * (dxhat * xhat).sum(axis=1, keepdims=True)
    dx = inner / (D * np.sqrt(var + eps))
    return dx, (dout * xhat).sum(axis=0), dout.sum(axis=0)


def matmul(A, B):
    return A @ B


def matmul_vjp(dLdC, A, B):  # right
    return dLdC @ B.T, A.T @ dLdC


def bilinear(x, W, y):
    return np.einsum("bi,ij,bj->b", x, W, y)


def bilinear_bwd(g, x, W, y):  # right
    return g[:, None] * (y @ W.T), np.einsum("b,bi,bj->ij", g, x, y), g[:, None] * (x @ W)


def add(a, b):
    return a + b


def add_backward(dout, a, b):  # right
    return dout, dout


def broadcast_mul(x, scale):
    return x * scale


def broadcast_mul_backward(dout, x, scale):  # right
    return dout * scale, np.sum(dout * x)


def unbroadcast_add(x, b):
    return x + b


def unbroadcast_add_grad(dout, x, b):  # right
    db = dout
    while db.ndim > b.ndim:
        db = db.sum(axis=0)
    return dout, db


def norm(x):
    return np.sqrt((x**2).sum())


def norm_backward(dy, x, y):  # right
    return dy * x / y


def attention(Q, K, V):
    s = Q @ K.T / np.sqrt(Q.shape[1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return (e / e.sum(axis=1, keepdims=True)) @ V


def attention_backward(dout, Q, K, V):  # right
    scale = 1 / np.sqrt(Q.shape[1])
    s = Q @ K.T * scale
    e = np.exp(s - s.max(axis=1, keepdims=True))
    p = e / e.sum(axis=1, keepdims=True)
    dV = p.T @ dout
    dp = dout @ V.T
    ds = p * (dp - (dp * p).sum(axis=1, keepdims=True))
    return ds @ K * scale, ds.T @ Q * scale, dV
