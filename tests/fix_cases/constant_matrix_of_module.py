# framework: torch
"""A matrix of the model that is a constant of physics and must not be trained."""

import torch
from torch import nn


class Flow(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.energy = nn.Sequential(nn.Linear(size, 5), nn.Tanh(), nn.Linear(5, 1))
        self.turn = self.rotation(size).requires_grad_(True)

    def rotation(self, size):
        half = size // 2
        one, none = torch.eye(half), torch.zeros(half, half)
        return torch.cat([torch.cat([none, one], 1), torch.cat([-one, none], 1)], 0)

    def forward(self, state):
        state = state.requires_grad_(True)
        total = self.energy(state).sum()
        slope = torch.autograd.grad(total, state, create_graph=True)[0]
        return slope @ self.turn.T


torch.manual_seed(0)
flow = Flow(2)
trainer = torch.optim.Adam(flow.parameters(), lr=0.01)
state = torch.randn(6, 2)
loss = (flow(state) - torch.stack([state[:, 1], -state[:, 0]], 1)).square().mean()
trainer.zero_grad()
loss.backward()
trainer.step()
