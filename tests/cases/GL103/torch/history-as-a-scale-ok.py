# framework: torch
# verdict: clean
# seen: gradient as expected
import numpy as np
import torch

torch.manual_seed(0)
w = torch.randn(3, requires_grad=True)
history = np.ones(4)
for i in range(4):
    x = torch.randn(5, 3)
    error = (x @ w).pow(2).mean()
    loss = error / history.mean()
    (slope,) = torch.autograd.grad(loss, w)
    expected = 2 * (x.T @ (x @ w)) / 5 / history.mean()
    assert torch.allclose(slope, expected.detach().to(slope.dtype), atol=1e-5)
    with torch.no_grad():
        w -= 0.1 * slope
    history[i] = error.item()
