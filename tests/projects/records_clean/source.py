import numpy as np
import torch

from records import Record


def load(n, seed=0):
    rng = np.random.default_rng(seed)
    table = rng.normal(size=(n, 4))
    target = np.round(np.abs(table).sum(axis=1))
    dtype = torch.get_default_dtype()
    for row, value in zip(table.reshape(-1, 8, 4), target.reshape(-1, 8)):
        yield Record(torch.tensor(row, dtype=dtype), torch.as_tensor(value, dtype=dtype), weight=float(np.log1p(value.mean())))
