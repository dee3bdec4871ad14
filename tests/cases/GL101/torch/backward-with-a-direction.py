# framework: torch
# verdict: raises
# seen: RuntimeError: Can't call numpy() on Tensor that requires grad
import numpy as np
import torch


def step(net, loss_of, x, truth):
    loss = loss_of(net(x), truth)
    loss.backward(torch.ones(2))
    return loss


def own_loss(made, truth):
    return torch.as_tensor(np.abs(made - truth).mean(axis=0))  # HAZARD GL101


net = torch.nn.Linear(3, 2)
step(net, own_loss, torch.randn(5, 3), torch.randn(5, 2))
