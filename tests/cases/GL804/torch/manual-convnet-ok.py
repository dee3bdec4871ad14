# framework: numpy
# verdict: clean
# seen: every layer agrees with central differences
"""A NumPy convolutional network with manual backprop, parameters in dictionaries, Adam by hand."""
import numpy as np


class Layer:
    def __init__(self):
        self.params, self.grads = {}, {}

    def __call__(self, x, train=True):
        return self.forward(x)


class Conv1D(Layer):
    def __init__(self, c_in, c_out, k, rng):
        super().__init__()
        self.params["w"] = rng.normal(size=(c_in * k, c_out)) / np.sqrt(c_in * k)
        self.params["b"] = np.zeros(c_out)
        self.k = k

    def forward(self, x):
        n, length, c = x.shape
        self.shape = x.shape
        steps = length - self.k + 1
        self.cols = np.stack([x[:, i : i + self.k].reshape(n, -1) for i in range(steps)], 1)
        return self.cols @ self.params["w"] + self.params["b"]

    def backward(self, dout):
        self.grads["w"] = np.einsum("nsi,nso->io", self.cols, dout)
        self.grads["b"] = dout.sum((0, 1))
        dcols = dout @ self.params["w"].T
        dx = np.zeros(self.shape)
        for i in range(dout.shape[1]):
            dx[:, i : i + self.k] += dcols[:, i].reshape(len(dx), self.k, -1)
        return dx


class ReLU(Layer):
    def forward(self, x):
        self.mask = x > 0
        return np.where(self.mask, x, 0)

    def backward(self, dout):
        return dout * self.mask


class MeanPool(Layer):
    def forward(self, x):
        self.length = x.shape[1]
        return x.mean(1)

    def backward(self, dout):
        return np.repeat(dout[:, None] / self.length, self.length, axis=1)


class Dropout(Layer):
    def __init__(self, rate, rng):
        super().__init__()
        self.rate, self.rng = rate, rng

    def __call__(self, x, train=True):
        self.mask = (self.rng.random(x.shape) > self.rate) / (1 - self.rate) if train else np.ones_like(x)
        return x * self.mask

    def backward(self, dout):
        return dout * self.mask


class Dense(Layer):
    def __init__(self, n_in, n_out, rng):
        super().__init__()
        self.params = {"w": rng.normal(size=(n_in, n_out)) / np.sqrt(n_in), "b": np.zeros(n_out)}

    def forward(self, x):
        self.x = x
        return x @ self.params["w"] + self.params["b"]

    def backward(self, dout):
        self.grads = {"w": self.x.T @ dout, "b": dout.sum(0)}
        return dout @ self.params["w"].T


class SoftmaxCrossEntropy:
    def __call__(self, logits, labels):
        shifted = logits - logits.max(1, keepdims=True)
        logp = shifted - np.log(np.exp(shifted).sum(1, keepdims=True))
        self.probs, self.labels = np.exp(logp), labels
        return -logp[np.arange(len(labels)), labels].mean()

    def backward(self):
        d = self.probs.copy()
        d[np.arange(len(d)), self.labels] -= 1
        return d / len(d)


class Adam:
    def __init__(self, layers, rate=1e-2, betas=(0.9, 0.999)):
        self.layers, self.rate, self.betas, self.t, self.m, self.v = layers, rate, betas, 0, {}, {}

    def step(self):
        self.t += 1
        b1, b2 = self.betas
        for i, layer in enumerate(self.layers):
            for name, g in layer.grads.items():
                key = i, name
                self.m[key] = b1 * self.m.get(key, 0) + (1 - b1) * g
                self.v[key] = b2 * self.v.get(key, 0) + (1 - b2) * g * g
                mhat, vhat = self.m[key] / (1 - b1**self.t), self.v[key] / (1 - b2**self.t)
                layer.params[name] -= self.rate * mhat / (np.sqrt(vhat) + 1e-8)


def numeric(f, p, h=1e-5):
    g = np.zeros_like(p)
    for idx in np.ndindex(p.shape):
        old = p[idx]
        p[idx] = old + h
        up = f()
        p[idx] = old - h
        down = f()
        p[idx] = old
        g[idx] = (up - down) / (2 * h)
    return g


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    layers = [Conv1D(2, 3, 3, rng), ReLU(), MeanPool(), Dropout(0.0, rng), Dense(3, 2, rng)]
    loss_fn = SoftmaxCrossEntropy()
    x, y = rng.normal(size=(6, 8, 2)), np.array([0, 1, 0, 1, 1, 0])

    def run():
        h = x
        for layer in layers:
            h = layer(h)
        return loss_fn(h, y)

    opt, start = Adam(layers), run()
    for _ in range(30):
        run()
        d = loss_fn.backward()
        for layer in reversed(layers):
            d = layer.backward(d)
        opt.step()
    assert run() < start
    run()
    d = loss_fn.backward()
    for layer in reversed(layers):
        d = layer.backward(d)
    for layer in layers:
        for name in layer.params:
            assert np.allclose(layer.grads[name], numeric(run, layer.params[name]), atol=1e-6), (layer, name)
