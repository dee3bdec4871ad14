# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3))
        self.opt = torch.optim.SGD([self.scale], lr=0.1)

    def forward(self, x):
        self.opt.zero_grad()
        error = (x * self.scale).pow(2).mean()
        error.backward()
        self.opt.step()
        return self.scale.data.norm(), error.data


agent = Agent()
length, error = agent(torch.randn(4, 3))
assert agent.scale.grad is not None
