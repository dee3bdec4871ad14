# framework: torch
# verdict: zero
# seen: zero
import numpy as np


def rosenbrock(p):
    return float(np.sum(100 * (p[1:] - p[:-1] ** 2) ** 2 + (1 - p[:-1]) ** 2))


def check_gradient(f, x, eps=1e-5):
    grad = np.zeros_like(x)
    for i in range(x.size):
        hi = x  # HAZARD GL805
        lo = x
        hi[i] += eps
        lo[i] -= eps
        grad[i] = (f(hi) - f(lo)) / (2 * eps)
    return grad


g = check_gradient(rosenbrock, np.array([0.3, 0.8, 0.5]))
print("OBSERVED", "zero" if not g.any() else "clean")
