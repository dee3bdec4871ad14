# framework: torch
# verdict: clean
# seen: gradient as expected
import numpy as np


def rosenbrock(p):
    return float(np.sum(100 * (p[1:] - p[:-1] ** 2) ** 2 + (1 - p[:-1]) ** 2))


def rosenbrock_grad(p):
    g = np.zeros_like(p)
    g[:-1] += -400 * p[:-1] * (p[1:] - p[:-1] ** 2) - 2 * (1 - p[:-1])
    g[1:] += 200 * (p[1:] - p[:-1] ** 2)
    return g


def check_gradient(f, x, eps=1e-5):
    grad = np.zeros_like(x)
    for i in range(x.size):
        old = x[i]
        x[i] = old + eps
        hi = f(x)
        x[i] = old - eps
        lo = f(x)
        x[i] = old
        grad[i] = (hi - lo) / (2 * eps)
    return grad


def directional(f, x, rng, eps=1e-6):
    v = rng.normal(size=x.shape)
    v /= np.linalg.norm(v)
    return (f(x + eps * v) - f(x - eps * v)) / (2 * eps), v


x = np.array([0.3, 0.8, 0.5])
g = check_gradient(rosenbrock, x)
d, v = directional(rosenbrock, x, np.random.default_rng(0))
exact = rosenbrock_grad(x)
print("OBSERVED", "clean" if np.allclose(g, exact, atol=1e-4) and np.isclose(d, exact @ v, atol=1e-4) else "wrong")
