# framework: numpy
# verdict: clean
# seen: [ 3. -5.  5.]
import numpy as np


def energy(spins, coupling):
    return 0.5 * spins @ coupling @ spins


def numeric_gradient(f, point, h=1e-5):
    point = np.asarray(point, dtype=float)
    grad = np.zeros_like(point)
    for i in range(point.size):
        step = np.zeros_like(point)
        step[i] = h
        grad[i] = (f(point + step) - f(point - step)) / (2 * h)
    return grad


def finite_differences(counts):
    changes = np.zeros_like(counts)
    changes[1:-1] = (counts[2:] - counts[:-2]) // 2
    return changes


coupling = np.array([[2.0, -1.0, 0.0], [-1.0, 2.0, -1.0], [0.0, -1.0, 2.0]])
start = np.array([1, -1, 2])
found = numeric_gradient(lambda s: energy(s, coupling), start)
trend = finite_differences(np.arange(0, 20, 4))
right = np.allclose(found, coupling @ start, atol=1e-6) and trend[1] == 4
print("OBSERVED", "clean" if right else "zero", found)
