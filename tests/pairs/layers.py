"""Layer classes with a memory between forward and backward, in the styles of books, blogs and frameworks."""

import numpy as np


class Affine:
    def __init__(self, W, b):
        self.W = W
        self.b = b
        self.x = None
        self.dW = None
        self.db = None

    def forward(self, x):
        self.x = x
        return np.dot(x, self.W) + self.b

    def backward(self, dout):  # right
        dx = np.dot(dout, self.W.T)
        self.dW = np.dot(self.x.T, dout)
        self.db = np.sum(dout, axis=0)
        return dx


class Relu:
    def __init__(self):
        self.mask = None

    def forward(self, x):
        self.mask = x <= 0
        out = x.copy()
        out[self.mask] = 0
        return out

    def backward(self, dout):  # right
        dout[self.mask] = 0
        return dout


class Sigmoid:
    def forward(self, x):
        self.out = 1 / (1 + np.exp(-x))
        return self.out

    def backward(self, dout):  # right
        return dout * (1.0 - self.out) * self.out


class SoftmaxWithLoss:
    def __init__(self):
        self.loss = None
        self.y = None
        self.t = None

    def forward(self, x, t):
        self.t = t
        e = np.exp(x - x.max(axis=1, keepdims=True))
        self.y = e / e.sum(axis=1, keepdims=True)
        self.loss = -np.sum(t * np.log(self.y + 1e-12)) / x.shape[0]
        return self.loss

    def backward(self, dout=1):  # right
        batch_size = self.t.shape[0]
        return dout * (self.y - self.t) / batch_size


class MatMul:
    def __init__(self, W):
        self.params = [W]
        self.grads = [np.zeros_like(W)]
        self.x = None

    def forward(self, x):
        (W,) = self.params
        self.x = x
        return np.dot(x, W)

    def backward(self, dout):  # right
        (W,) = self.params
        dx = np.dot(dout, W.T)
        self.grads[0][...] = np.dot(self.x.T, dout)
        return dx


class Layer:
    def __init__(self):
        self.input = None
        self.output = None

    def forward(self, input):
        raise NotImplementedError

    def backward(self, output_gradient, learning_rate):  # undecided
        raise NotImplementedError


class Dense(Layer):
    def __init__(self, input_size, output_size):
        self.weights = np.random.randn(output_size, input_size)
        self.bias = np.random.randn(output_size, 1)

    def forward(self, input):
        self.input = input
        return np.dot(self.weights, self.input) + self.bias

    def backward(self, output_gradient, learning_rate):  # right
        weights_gradient = np.dot(output_gradient, self.input.T)
        input_gradient = np.dot(self.weights.T, output_gradient)
        self.weights -= learning_rate * weights_gradient
        self.bias -= learning_rate * output_gradient
        return input_gradient


class FCLayer(Layer):
    def __init__(self, input_size, output_size):
        self.weights = np.random.rand(input_size, output_size) - 0.5
        self.bias = np.random.rand(1, output_size) - 0.5

    def forward(self, input_data):
        self.input = input_data
        self.output = np.dot(self.input, self.weights) + self.bias
        return self.output

    def backward(self, output_error, learning_rate):  # right
        input_error = np.dot(output_error, self.weights.T)
        weights_error = np.dot(self.input.T, output_error)
        self.weights -= learning_rate * weights_error
        self.bias -= learning_rate * output_error
        return input_error


class Layer_Dense:
    def __init__(self, n_inputs, n_neurons):
        self.weights = 0.1 * np.random.randn(n_inputs, n_neurons)
        self.biases = np.zeros((1, n_neurons))

    def forward(self, inputs):
        self.inputs = inputs
        self.output = np.dot(inputs, self.weights) + self.biases

    def backward(self, dvalues):  # right
        self.dweights = np.dot(self.inputs.T, dvalues)
        self.dbiases = np.sum(dvalues, axis=0, keepdims=True)
        self.dinputs = np.dot(dvalues, self.weights.T)


class Activation_ReLU:
    def forward(self, inputs):
        self.inputs = inputs
        self.output = np.maximum(0, inputs)

    def backward(self, dvalues):  # right
        self.dinputs = dvalues.copy()
        self.dinputs[self.inputs <= 0] = 0


class Loss_CategoricalCrossentropy:
    def forward(self, y_pred, y_true):
        clipped = np.clip(y_pred, 1e-7, 1 - 1e-7)
        return -np.log(np.sum(clipped * y_true, axis=1))

    def backward(self, dvalues, y_true):  # right
        samples = len(dvalues)
        self.dinputs = -y_true / dvalues
        self.dinputs = self.dinputs / samples


class Linear:
    """Weights (out, in) as in torch."""

    def __init__(self, in_features, out_features):
        self.W = np.random.randn(out_features, in_features) * 0.1
        self.b = np.zeros(out_features)
        self.grads = {}

    def forward(self, x):
        self.cache = x
        return x @ self.W.T + self.b

    def backward(self, grad_output):  # right
        x = self.cache
        self.grads["W"] = grad_output.T @ x
        self.grads["b"] = grad_output.sum(axis=0)
        return grad_output @ self.W


class BatchNorm1D:
    def __init__(self, num_features, eps=1e-5, momentum=0.1):
        self.gamma = np.ones(num_features)
        self.beta = np.zeros(num_features)
        self.running_mean = np.zeros(num_features)
        self.eps, self.momentum = eps, momentum

    def forward(self, x, training=True):
        mean, var = x.mean(axis=0), x.var(axis=0)
        self.running_mean = (1 - self.momentum) * self.running_mean + self.momentum * mean
        self.std = np.sqrt(var + self.eps)
        self.x_hat = (x - mean) / self.std
        return self.gamma * self.x_hat + self.beta

    def backward(self, dout):  # right
        m = dout.shape[0]
        self.dgamma = (dout * self.x_hat).sum(axis=0)
        self.dbeta = dout.sum(axis=0)
        dx_hat = dout * self.gamma
        return (m * dx_hat - dx_hat.sum(axis=0) - self.x_hat * (dx_hat * self.x_hat).sum(axis=0)) / (m * self.std)


class Dropout:
    def __init__(self, dropout_ratio=0.5):
        self.dropout_ratio = dropout_ratio
        self.mask = None

    def forward(self, x, train_flg=True):
        self.mask = np.random.rand(*x.shape) > self.dropout_ratio
        return x * self.mask

    def backward(self, dout):  # right
        return dout * self.mask


class Embedding:
    def __init__(self, W):
        self.W = W
        self.idx = None

    def forward(self, idx):
        self.idx = idx
        return self.W[idx]

    def backward(self, dout):  # undecided
        dW = np.zeros_like(self.W)
        np.add.at(dW, self.idx, dout)
        self.dW = dW


class MSELoss:
    def __call__(self, pred, target):
        self.pred, self.target = pred, target
        return ((pred - target) ** 2).mean()

    def backward(self):  # right
        return 2 * (self.pred - self.target) / self.pred.size


class Tanh:
    def __call__(self, x):
        return np.tanh(x)

    def gradient(self, x):  # right
        return 1 - np.tanh(x) ** 2


class CrossEntropy:
    def loss(self, y, p):
        p = np.clip(p, 1e-15, 1 - 1e-15)
        return -y * np.log(p) - (1 - y) * np.log(1 - p)

    def gradient(self, y, p):  # right
        p = np.clip(p, 1e-15, 1 - 1e-15)
        return -(y / p) + (1 - y) / (1 - p)


class LeakyReLU:
    def __init__(self, alpha=0.2):
        self.alpha = alpha

    def __call__(self, x):
        return np.where(x >= 0, x, self.alpha * x)

    def derivative(self, x):  # right
        return np.where(x >= 0, 1, self.alpha)


class Quadratic:
    @staticmethod
    def fn(a, y):
        return 0.5 * np.linalg.norm(a - y) ** 2

    @staticmethod
    def fn_prime(a, y):  # right
        return a - y


class MaxPool:
    def __init__(self, size=2):
        self.size = size

    def forward(self, x):
        n, c, h, w = x.shape
        s = self.size
        self.x = x
        self.blocks = x[:, :, : h // s * s, : w // s * s].reshape(n, c, h // s, s, w // s, s)
        return self.blocks.max(axis=(3, 5))

    def backward(self, dout):  # right
        n, c, h, w = self.x.shape
        s = self.size
        top = self.blocks == self.blocks.max(axis=(3, 5), keepdims=True)
        inner = (top * dout[:, :, :, None, :, None]).reshape(n, c, h // s * s, w // s * s)
        dx = np.zeros_like(self.x)
        dx[:, :, : h // s * s, : w // s * s] = inner
        return dx


class Flatten:
    def forward(self, x):
        self.shape = x.shape
        return x.reshape(x.shape[0], -1)

    def backward(self, grad):  # right
        return grad.reshape(self.shape)


class LayerReturningAll:
    def __init__(self, n_in, n_out):
        self.W = np.random.randn(n_in, n_out)
        self.b = np.zeros((1, n_out))

    def forward(self, X):
        self.X = X
        return X @ self.W + self.b

    def backward(self, dZ):  # right
        dW = self.X.T @ dZ
        db = dZ.sum(axis=0, keepdims=True)
        dX = dZ @ self.W.T
        return dX, dW, db


class SoftmaxOfAColumn:
    def forward(self, input):
        tmp = np.exp(input)
        self.output = tmp / np.sum(tmp)
        return self.output

    def backward(self, output_gradient, learning_rate):  # right
        n = np.size(self.output)
        return np.dot((np.identity(n) - self.output.T) * self.output, output_gradient)


class LastOfTheChain:
    def forward(self, x, t):
        self.x, self.t = x, t
        return np.sum((x - t) ** 2) / x.shape[0]

    def backward(self, dout=1):  # right
        return 2 * (self.x - self.t) / self.x.shape[0]


class DenseWithGenerator:
    def __init__(self, n, rng):
        self.W = rng.normal(size=(n, n))
        self.b = np.zeros(n)

    def forward_pass(self, X):
        self.X = X
        return X @ self.W + self.b

    def backward_pass(self, accum_grad):  # right
        self.dW = self.X.T @ accum_grad
        self.db = accum_grad.sum(axis=0)
        return accum_grad @ self.W.T
