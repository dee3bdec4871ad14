# framework: torch
# verdict: clean
# seen: gradient as expected; the type of the data is no source of a gradient
import torch


def check(dtype):
    data = torch.testing.make_tensor((3, 4), dtype=dtype, device="cpu", low=0, high=1).round()
    leaf = data.detach().requires_grad_()
    (leaf * 2).sum().backward()
    assert leaf.grad is not None


for dtype in (torch.float32, torch.float64):
    check(dtype)
