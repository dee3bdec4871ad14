"""A physics-informed network for u' = -u with u(0) = 1."""

import torch
from torch import nn


def main():
    torch.manual_seed(4)
    u = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
    opt = torch.optim.Adam(u.parameters(), lr=1e-2)
    for step in range(6):
        t = torch.rand(32, 1, requires_grad=True)
        y = u(t)
        (dy,) = torch.autograd.grad(y.sum(), t, create_graph=True)
        residual = ((dy + y) ** 2).mean()
        start = (u(torch.zeros(1, 1)) - 1.0).pow(2).mean()
        loss = residual + start
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item().hex())


if __name__ == "__main__":
    main()
