# framework: torch
# verdict: clean
# seen: a normalisation without a scale of its own brings no gradient; and a torch tensor is none of TensorFlow's
import numpy as np
import torch
from torch import nn


def reference(x, groups):
    norm = nn.GroupNorm(groups, x.shape[1], affine=False)
    return norm(torch.from_numpy(x)).numpy()


def plain(x):
    return nn.LayerNorm(4, elementwise_affine=False)(torch.from_numpy(x)).numpy()


print(reference(np.ones((2, 4, 3, 3), np.float32), 2).shape, plain(np.ones((2, 4), np.float32)).shape)
