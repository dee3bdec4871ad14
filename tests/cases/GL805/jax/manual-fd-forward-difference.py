# framework: jax
# verdict: wrong
# seen: wrong
import numpy as np


def objective(v):
    return np.exp(3.0 * v).sum()


def forward_difference(f, v, h=0.05):
    g = np.zeros_like(v)
    base = f(v)
    for i in range(len(v)):
        up = v.copy()
        up[i] += h
        g[i] = (f(up) - base) / h  # HAZARD GL805
    return g


v = np.array([0.1, 0.5])
got, true = forward_difference(objective, v), 3 * np.exp(3 * v)
print("OBSERVED", "wrong" if np.abs(got / true - 1).max() > 0.05 else "clean")
