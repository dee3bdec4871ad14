import torch


def collocation(n):
    x = torch.rand(n, 1).requires_grad_()
    t = torch.rand(n, 1).requires_grad_()
    return x, t


def initial(n):
    x = torch.rand(n, 1)
    return x, torch.zeros_like(x), torch.sin(3.14159 * x)
