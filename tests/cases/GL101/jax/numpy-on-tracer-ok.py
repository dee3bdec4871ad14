# framework: jax
# verdict: clean
# seen: first layer gradient (3, 4)
import jax.numpy as np
import numpy as onp
from jax import grad, random
from jax.test_util import check_grads

rng = onp.random.default_rng(0)
inputs = rng.normal(size=(6, 3)).astype(onp.float32)
targets = onp.sin(inputs.sum(axis=1, keepdims=True))


def init(key, sizes):
    keys = random.split(key, len(sizes) - 1)
    return [
        {"w": random.normal(k, (m, n)) / onp.sqrt(m), "b": np.zeros(n)}
        for k, m, n in zip(keys, sizes[:-1], sizes[1:])
    ]


def predict(params, x):
    for layer in params[:-1]:
        x = np.tanh(np.dot(x, layer["w"]) + layer["b"])
    last = params[-1]
    return np.dot(x, last["w"]) + last["b"]


def loss(params):
    return np.mean(np.square(predict(params, inputs) - targets))


params = init(random.PRNGKey(0), [3, 4, 1])
grads = grad(loss)(params)
check_grads(loss, (params,), order=1, modes=["rev"], atol=1e-2, rtol=1e-2)
print("OBSERVED clean", "first layer gradient", grads[0]["w"].shape)
