# framework: numpy
# verdict: clean
# seen: gradient as expected
import copy

import numpy as np

rng = np.random.default_rng(0)


def loss(params, x, y):
    pred = np.tanh(x @ params["W"]) @ params["v"]
    return np.mean((pred - y) ** 2)


def gradients(params, x, y):
    hidden = np.tanh(x @ params["W"])
    dpred = 2 * (hidden @ params["v"] - y) / len(y)
    dhidden = np.outer(dpred, params["v"]) * (1 - hidden**2)
    return {"W": x.T @ dhidden, "v": hidden.T @ dpred}


def numeric_gradients(params, x, y, eps=1e-5):
    grads = {name: np.zeros_like(value) for name, value in params.items()}
    for name, value in params.items():
        for i in range(value.size):
            plus, minus = copy.deepcopy(params), copy.deepcopy(params)
            plus[name].flat[i] += eps
            minus[name].flat[i] -= eps
            grads[name].flat[i] = (loss(plus, x, y) - loss(minus, x, y)) / (2 * eps)
    return grads


params = {"W": rng.normal(size=(3, 4)), "v": rng.normal(size=4)}
x, y = rng.normal(size=(10, 3)), rng.normal(size=10)
exact, numeric = gradients(params, x, y), numeric_gradients(params, x, y)
right = all(np.allclose(exact[name], numeric[name], atol=1e-7) for name in params)
print("OBSERVED", "clean" if right else "wrong")
