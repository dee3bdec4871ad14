import numpy as np


def hann(n):
    return 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(n) / (n - 1))


def bands(n, count):
    edges = np.unique(np.round(np.geomspace(1, n, count + 1)).astype(int))
    return list(zip(edges[:-1].tolist(), edges[1:].tolist()))
