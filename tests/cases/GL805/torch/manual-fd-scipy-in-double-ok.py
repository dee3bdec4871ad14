# framework: numpy
# verdict: clean
# seen: within 1e-8: SciPy computes in double precision, since the rate is a number of Python
import numpy as np
from scipy import stats


def slope():
    counts = np.array([0.0, 2.0, 3.0], dtype=np.float32)
    rate = 3.0
    eps = 1e-6
    return counts, (stats.poisson.logpmf(counts, rate + eps) - stats.poisson.logpmf(counts, rate - eps)) / (2 * eps)


counts, numeric = slope()
error = np.abs(numeric - (counts / 3.0 - 1.0)).max()
print("OBSERVED", "clean" if error < 1e-6 else "wrong", error)
