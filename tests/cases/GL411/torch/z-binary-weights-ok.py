# framework: torch
# verdict: clean
# seen: the gradient passes with its own sign
import torch
from torch import nn


class Binary(nn.Module):
    def forward(self, weight):
        hard = torch.sign(weight)
        return hard.detach() + weight - weight.detach()


weight = nn.Parameter(torch.tensor([[0.5, -0.3], [0.2, 0.9]]))
optimizer = torch.optim.SGD([weight], lr=0.1)
(torch.ones(3, 2) @ Binary()(weight).t()).sum().backward()
optimizer.step()
assert (weight.grad == 3).all()
print("OBSERVED clean")
