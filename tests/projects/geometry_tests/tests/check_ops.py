import torch
from torch.autograd import gradcheck

from geometry import angle, chamfer, smooth_max


def test_chamfer_backward():
    a = torch.randn(5, 3, requires_grad=True)
    chamfer(a, torch.randn(4, 3)).backward()
    assert a.grad is not None


def test_angle_backward():
    u = torch.randn(4, dtype=torch.double, requires_grad=True)
    angle(u, torch.randn(4, dtype=torch.double)).backward()


def test_smooth_max():
    x = torch.randn(3, 4, dtype=torch.double, requires_grad=True)
    assert gradcheck(lambda z: smooth_max(z, 0.5), (x,))
