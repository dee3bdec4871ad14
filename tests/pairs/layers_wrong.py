"""Layers with one mistake each."""

import numpy as np


class Affine:
    def __init__(self, W, b):
        self.W = W
        self.b = b

    def forward(self, x):
        self.x = x
        return np.dot(x, self.W) + self.b

    def backward(self, dout):  # wrong
        dx = np.dot(dout, self.W.T)
        self.dW = np.dot(self.x.T, dout)
        self.db = np.sum(dout, axis=1)
        return dx


class Affine2:
    def __init__(self, W, b):
        self.W = W
        self.b = b

    def forward(self, x):
        self.x = x
        return np.dot(x, self.W) + self.b

    def backward(self, dout):  # wrong: sum over
        self.dW = np.dot(self.x.T, dout)
        self.db = dout
        return np.dot(dout, self.W.T)


class Relu:
    def forward(self, x):
        self.mask = x <= 0
        out = x.copy()
        out[self.mask] = 0
        return out

    def backward(self, dout):  # wrong
        return dout * self.mask


class Sigmoid:
    def forward(self, x):
        self.out = 1 / (1 + np.exp(-x))
        return self.out

    def backward(self, dout):  # wrong: the upstream
        return (1.0 - self.out) * self.out


class SoftmaxWithLoss:
    def forward(self, x, t):
        self.t = t
        e = np.exp(x - x.max(axis=1, keepdims=True))
        self.y = e / e.sum(axis=1, keepdims=True)
        return -np.sum(t * np.log(self.y + 1e-12)) / x.shape[0]

    def backward(self, dout=1):  # wrong: factor
        return dout * (self.y - self.t)


class MatMul:
    def __init__(self, W):
        self.params = [W]
        self.grads = [np.zeros_like(W)]

    def forward(self, x):
        self.x = x
        return np.dot(x, self.params[0])

    def backward(self, dout):  # wrong: factor 2
        (W,) = self.params
        self.grads[0][...] = 2 * np.dot(self.x.T, dout)
        return np.dot(dout, W.T)


class Dense:
    def __init__(self, input_size, output_size):
        self.weights = np.random.randn(output_size, input_size)
        self.bias = np.random.randn(output_size, 1)

    def forward(self, input):
        self.input = input
        return np.dot(self.weights, self.input) + self.bias

    def backward(self, output_gradient, learning_rate):  # wrong: sign error
        self.weights += learning_rate * np.dot(output_gradient, self.input.T)
        self.bias -= learning_rate * output_gradient
        return np.dot(self.weights.T, output_gradient)


class Layer_Dense:
    def __init__(self, n_inputs, n_neurons):
        self.weights = 0.1 * np.random.randn(n_inputs, n_neurons)
        self.biases = np.zeros((1, n_neurons))

    def forward(self, inputs):
        self.inputs = inputs
        self.output = np.dot(inputs, self.weights) + self.biases

    def backward(self, dvalues):  # wrong
        self.dweights = np.dot(self.inputs.T, dvalues)
        self.dbiases = np.mean(dvalues, axis=0, keepdims=True) * 0.3
        self.dinputs = np.dot(dvalues, self.weights.T)


class Linear:
    def __init__(self, in_features, out_features):
        self.W = np.random.randn(out_features, in_features) * 0.1
        self.b = np.zeros(out_features)
        self.grads = {}

    def forward(self, x):
        self.cache = x
        return x @ self.W.T + self.b

    def backward(self, grad_output):  # wrong: transposed
        x = self.cache
        self.grads["W"] = x.T @ grad_output
        self.grads["b"] = grad_output.sum(axis=0)
        return grad_output @ self.W


class BatchNorm1D:
    def __init__(self, num_features, eps=1e-5):
        self.gamma = np.ones(num_features)
        self.beta = np.zeros(num_features)
        self.eps = eps

    def forward(self, x):
        mean, var = x.mean(axis=0), x.var(axis=0)
        self.std = np.sqrt(var + self.eps)
        self.x_hat = (x - mean) / self.std
        return self.gamma * self.x_hat + self.beta

    def backward(self, dout):  # wrong
        self.dgamma = (dout * self.x_hat).sum(axis=0)
        self.dbeta = dout.sum(axis=0)
        dx_hat = dout * self.gamma
        return (dx_hat - dx_hat.mean(axis=0)) / self.std


class MSELoss:
    def __call__(self, pred, target):
        self.pred, self.target = pred, target
        return ((pred - target) ** 2).mean()

    def backward(self):  # wrong: sign error
        return 2 * (self.target - self.pred) / self.pred.size


class Tanh:
    def __call__(self, x):
        return np.tanh(x)

    def gradient(self, x):  # wrong
        return 1 - np.tanh(x)


class Quadratic:
    @staticmethod
    def fn(a, y):
        return 0.5 * np.linalg.norm(a - y) ** 2

    @staticmethod
    def fn_prime(a, y):  # wrong: sign error
        return y - a


class Flatten:
    def forward(self, x):
        self.shape = x.shape
        return 2.0 * x.reshape(x.shape[0], -1)

    def backward(self, grad):  # wrong: factor 0.5
        return grad.reshape(self.shape)
