# framework: numpy
# verdict: wrong
# seen: [ 3.2989 -0.8812] instead of [ 1.6495 -0.4406]
import numpy as np


def rbf(x, centre, gamma):
    return np.exp(-gamma * np.sum((x - centre) ** 2))


def rbf_grad(x, centre, gamma):
    """Slope of the kernel at x."""
    return -2 * (x - centre) * rbf(x, centre, gamma)  # HAZARD GL804


class Field:
    def __init__(self, centres, weights, gamma):
        self.centres, self.weights, self.gamma = centres, weights, gamma

    def value(self, x):
        return sum(w * rbf(x, c, self.gamma) for w, c in zip(self.weights, self.centres))

    def slope(self, x):
        return sum(w * rbf_grad(x, c, self.gamma) for w, c in zip(self.weights, self.centres))


rng = np.random.default_rng(0)
field = Field(rng.normal(size=(5, 2)), rng.normal(size=5), gamma=0.5)
x, h = np.array([0.3, -0.2]), 1e-6
numeric = np.array([(field.value(x + e) - field.value(x - e)) / (2 * h) for e in h * np.eye(2)])
slope = field.slope(x)
same = np.allclose(slope, numeric, atol=1e-6)
print("OBSERVED", "clean" if same else "wrong", slope.round(4), "instead of", numeric.round(4))
