# framework: numpy
# verdict: clean
# seen: gradient as expected
import numpy as np


def softmax_cross_entropy(z, labels):
    z = z - z.max(axis=1, keepdims=True)
    log_probs = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
    return -log_probs[np.arange(len(labels)), labels].mean()


def softmax_cross_entropy_grad(z, labels):
    e = np.exp(z - z.max(axis=1, keepdims=True))
    p = e / e.sum(axis=1, keepdims=True)
    p[np.arange(len(labels)), labels] -= 1
    return p / len(labels)


def softplus(x):
    return np.logaddexp(0, x)


def softplus_grad(dout, x):
    return dout / (1 + np.exp(-x))


rng = np.random.default_rng(0)
z, labels, h = rng.normal(size=(4, 5)), np.array([0, 2, 4, 2]), 1e-6
found = softmax_cross_entropy_grad(z, labels)
numeric = np.zeros_like(z)
for index in np.ndindex(z.shape):
    bump = np.zeros_like(z)
    bump[index] = h
    high, low = softmax_cross_entropy(z + bump, labels), softmax_cross_entropy(z - bump, labels)
    numeric[index] = (high - low) / (2 * h)
slope = (softplus(z + h) - softplus(z - h)) / (2 * h)
right = np.allclose(found, numeric, atol=1e-7) and np.allclose(softplus_grad(2.0, z), 2 * slope, atol=1e-6)
print("OBSERVED", "clean" if right else "wrong")
