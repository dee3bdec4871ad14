# framework: torch
# verdict: raises
# seen: RuntimeError: Can't call numpy() on Tensor that requires grad
import numpy as np
import torch
from torch import nn


def reference(x):
    norm = nn.InstanceNorm2d(x.shape[1], affine=True)
    return norm(torch.from_numpy(x)).numpy()  # HAZARD GL102


print(reference(np.ones((2, 4, 3, 3), np.float32)).shape)
