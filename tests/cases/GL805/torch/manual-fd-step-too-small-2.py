# framework: torch
# verdict: wrong
# seen: wrong
import numpy as np

rng = np.random.default_rng(0)
w = rng.normal(size=5).astype(np.float32)


def loss(v):
    return np.float32(np.sum(v.astype(np.float32) ** 3))


def fd(f, v, eps=1e-7):  # HAZARD GL805
    g = np.zeros_like(v)
    for i in range(v.size):
        e = np.zeros_like(v)
        e[i] = eps
        g[i] = (f(v + e) - f(v - e)) / (2 * eps)
    return g


got, true = fd(loss, w), 3 * w ** 2
print("OBSERVED", "wrong" if np.abs(got - true).max() > 0.05 * np.abs(true).max() else "clean")
