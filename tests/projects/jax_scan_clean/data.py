import numpy as np


def wave(length, batch, seed=0):
    rng = np.random.default_rng(seed)
    phase = rng.uniform(0, 6.28, size=(1, batch, 1))
    return np.sin(np.arange(length)[:, None, None] * 0.3 + phase).astype("float32")


def split(series, size):
    for start in range(0, len(series) - size + 1, size):
        yield series[start:start + size]
