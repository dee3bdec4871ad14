# framework: numpy
# verdict: clean
# seen: within 1e-8
import numpy as np
import scipy.stats

x = np.array([0.1, 0.7], dtype=np.float32)
shape = 2.5
h = 1e-6
numeric = (scipy.stats.gamma.logpdf(x, shape + h) - scipy.stats.gamma.logpdf(x, shape - h)) / (2 * h)
exact = np.log(x.astype(np.float64)) - scipy.special.digamma(2.5)
error = np.abs(numeric - exact).max()
print("OBSERVED", "clean" if error < 1e-5 else "wrong", error)
