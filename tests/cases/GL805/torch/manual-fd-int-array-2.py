# framework: torch
# verdict: wrong
# seen: wrong
import numpy as np


def cost(theta):
    return float((theta ** 2).sum() + theta[0] * theta[1])


def numerical(f, theta, h=1e-4):
    out = []
    for i in range(len(theta)):
        plus = theta.copy()
        plus[i] += h  # HAZARD GL805
        minus = theta.copy()
        minus[i] -= h  # HAZARD GL805
        out.append((f(plus) - f(minus)) / (2 * h))
    return np.array(out)


theta = np.array([3, 4, 5])
print("OBSERVED", "clean" if np.allclose(numerical(cost, theta), [10, 11, 10], atol=0.1) else "wrong")
