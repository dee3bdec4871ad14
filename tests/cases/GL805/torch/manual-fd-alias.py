# framework: numpy
# verdict: zero
# seen: [0. 0. 0. 0.] instead of [-1.797 -2.317 -1.015  0.523]
import numpy as np

rng = np.random.default_rng(0)


def init(n_in, n_hidden):
    return {"W": rng.normal(size=(n_in, n_hidden)), "v": rng.normal(size=n_hidden)}


def loss(params, x, y):
    pred = np.tanh(x @ params["W"]) @ params["v"]
    return np.mean((pred - y) ** 2)


def numeric_gradients(params, x, y, eps=1e-5):
    grads = {name: np.zeros_like(value) for name, value in params.items()}
    for name in params:
        for i in range(params[name].size):
            plus = dict(params)  # HAZARD GL805
            minus = dict(params)
            plus[name].flat[i] += eps
            minus[name].flat[i] -= eps
            grads[name].flat[i] = (loss(plus, x, y) - loss(minus, x, y)) / (2 * eps)
    return grads


params = init(3, 4)
x, y = rng.normal(size=(10, 3)), rng.normal(size=10)
grads = numeric_gradients(params, x, y)
hidden = np.tanh(x @ params["W"])
true = 2 * hidden.T @ (hidden @ params["v"] - y) / len(y)
flat = all(not g.any() for g in grads.values())
print("OBSERVED", "zero" if flat else "clean", grads["v"].round(3), "instead of", true.round(3))
