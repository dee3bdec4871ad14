# framework: numpy
# verdict: zero
# seen: [0. 0. 0.] instead of [ 3. -5.  5.]
import numpy as np


def energy(spins, coupling):
    return 0.5 * spins @ coupling @ spins


def numeric_gradient(f, point, h=1e-5):
    grad = np.zeros(point.shape)
    for i in range(point.size):
        step = np.zeros_like(point)
        step[i] = h  # HAZARD GL805
        grad[i] = (f(point + step) - f(point - step)) / (2 * h)
    return grad


coupling = np.array([[2.0, -1.0, 0.0], [-1.0, 2.0, -1.0], [0.0, -1.0, 2.0]])
start = np.array([1, -1, 2])
found = numeric_gradient(lambda s: energy(s, coupling), start)
print("OBSERVED", "zero" if not found.any() else "clean", found, "instead of", coupling @ start)
