# framework: jax
# verdict: raises
# seen: jax.errors.TracerArrayConversionError: The numpy.ndarray conversion method __array__() was called on
import jax.numpy as np
import numpy as onp
from jax import grad, random


def init(key, sizes):
    keys = random.split(key, len(sizes) - 1)
    return [
        {"w": random.normal(k, (m, n)) / onp.sqrt(m), "b": np.zeros(n)}
        for k, m, n in zip(keys, sizes[:-1], sizes[1:])
    ]


def predict(params, x):
    for layer in params[:-1]:
        x = onp.tanh(np.dot(x, layer["w"]) + layer["b"])  # HAZARD GL101
    last = params[-1]
    return np.dot(x, last["w"]) + last["b"]


def loss(params, x, y):
    return np.mean((predict(params, x) - y) ** 2)


params = init(random.PRNGKey(0), [3, 8, 1])
x = random.normal(random.PRNGKey(1), (16, 3))
y = np.sum(x, axis=1, keepdims=True)
grads = grad(loss)(params, x, y)
print(grads[0]["w"].shape)
