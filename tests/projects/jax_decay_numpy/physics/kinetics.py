try:
    import numexpr
except ImportError:
    numexpr = None

import numpy as np


def arrhenius(rate, temperature):
    return rate * np.exp(-1.0 / temperature)  # HAZARD numpy-exp GL101


def decay_matrix(n):
    return -np.eye(n) + np.eye(n, k=-1)
