# framework: numpy
# verdict: clean
# seen: the engine agrees with central differences
"""An autodiff engine from scratch on NumPy arrays: closures for the backward rules, a topological order."""
import numpy as np


def unbroadcast(grad, shape):
    while grad.ndim > len(shape):
        grad = grad.sum(0)
    for axis, n in enumerate(shape):
        if n == 1:
            grad = grad.sum(axis, keepdims=True)
    return grad


class Tensor:
    def __init__(self, data, parents=(), backward=None):
        self.data = np.asarray(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.parents, self._backward = parents, backward

    def _lift(self, other):
        return other if isinstance(other, Tensor) else Tensor(other)

    def __add__(self, other):
        other = self._lift(other)
        out = Tensor(self.data + other.data, (self, other))

        def backward():
            self.grad += unbroadcast(out.grad, self.data.shape)
            other.grad += unbroadcast(out.grad, other.data.shape)

        out._backward = backward
        return out

    def __mul__(self, other):
        other = self._lift(other)
        out = Tensor(self.data * other.data, (self, other))

        def backward():
            self.grad += unbroadcast(out.grad * other.data, self.data.shape)
            other.grad += unbroadcast(out.grad * self.data, other.data.shape)

        out._backward = backward
        return out

    def __matmul__(self, other):
        out = Tensor(self.data @ other.data, (self, other))

        def backward():
            self.grad += out.grad @ other.data.T
            other.grad += self.data.T @ out.grad

        out._backward = backward
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + (-self._lift(other))

    def __pow__(self, n):
        out = Tensor(self.data**n, (self,))

        def backward():
            self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = backward
        return out

    def tanh(self):
        t = np.tanh(self.data)
        out = Tensor(t, (self,))

        def backward():
            self.grad += out.grad * (1 - t**2)

        out._backward = backward
        return out

    def relu(self):
        out = Tensor(np.maximum(self.data, 0), (self,))

        def backward():
            self.grad += out.grad * (out.data > 0)

        out._backward = backward
        return out

    def mean(self):
        out = Tensor(self.data.mean(), (self,))

        def backward():
            self.grad += np.ones_like(self.data) * out.grad / self.data.size

        out._backward = backward
        return out

    def item(self):
        return float(self.data)

    def backward(self):
        order, seen = [], set()

        def visit(t):
            if id(t) not in seen:
                seen.add(id(t))
                for parent in t.parents:
                    visit(parent)
                order.append(t)

        visit(self)
        self.grad = np.ones_like(self.data)
        for t in reversed(order):
            if t._backward is not None:
                t._backward()


class SGD:
    def __init__(self, params, lr):
        self.params, self.lr = params, lr

    def zero_grad(self):
        for p in self.params:
            p.grad = np.zeros_like(p.data)

    def step(self):
        for p in self.params:
            p.data -= self.lr * p.grad


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    w1, b1, w2 = Tensor(rng.normal(size=(3, 6)) * 0.5), Tensor(np.zeros(6)), Tensor(rng.normal(size=(6, 1)) * 0.5)
    params = [w1, b1, w2]
    x, y = rng.normal(size=(20, 3)), rng.normal(size=(20, 1))

    def loss():
        hidden = (Tensor(x) @ w1 + b1).tanh()
        return (((hidden @ w2).relu() - y) ** 2).mean()

    opt, history = SGD(params, 0.1), []
    for _ in range(20):
        opt.zero_grad()
        value = loss()
        value.backward()
        opt.step()
        history.append(value.item())
    assert history[-1] < history[0]
    opt.zero_grad()
    loss().backward()
    h = 1e-6
    for p in params:
        for idx in np.ndindex(p.data.shape):
            old = p.data[idx]
            p.data[idx] = old + h
            up = loss().item()
            p.data[idx] = old - h
            down = loss().item()
            p.data[idx] = old
            assert abs((up - down) / (2 * h) - p.grad[idx]) < 1e-6
