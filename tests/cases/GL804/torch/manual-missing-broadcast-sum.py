# framework: numpy
# verdict: raises
# seen: ValueError: non-broadcastable output operand with shape (3,) doesn't match the broadcast shape (20,3)
import numpy as np


def scale_shift(x, gamma, beta):
    return gamma * x + beta


def scale_shift_backward(dout, x, gamma, beta):
    dx = dout * gamma
    dgamma = dout * x  # HAZARD GL804
    dbeta = dout.sum(axis=0)
    return dx, dgamma, dbeta


def train(x, target, steps=5, lr=0.1):
    gamma, beta = np.ones(x.shape[1]), np.zeros(x.shape[1])
    for _ in range(steps):
        out = scale_shift(x, gamma, beta)
        dout = 2 * (out - target) / out.size
        _, dgamma, dbeta = scale_shift_backward(dout, x, gamma, beta)
        gamma -= lr * dgamma
        beta -= lr * dbeta
    return gamma, beta


rng = np.random.default_rng(0)
x = rng.normal(size=(20, 3))
train(x, 3 * x - 1)
