import torch

from ops import soft_clip


def test_gradcheck():
    x = torch.randn(6, dtype=torch.double, requires_grad=True)
    assert torch.autograd.gradcheck(soft_clip, (x, 1.5))


def test_bounded():
    with torch.no_grad():
        assert soft_clip(torch.tensor([100.0]), 2.0).item() <= 2.0
