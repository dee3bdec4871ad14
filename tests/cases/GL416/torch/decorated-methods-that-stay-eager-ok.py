# framework: torch
# verdict: clean
# seen: nothing is compiled: PyTorch itself runs, and its gradients have gradients
import torch
from torch import nn

DEBUG = True


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 8)
        self.head = nn.Linear(8, 1)

    @torch.compile(backend="eager")
    def features(self, x):
        return torch.tanh(self.body(x))

    @torch.compile(disable=DEBUG)
    def forward(self, x):
        return self.head(self.features(x))


critic = Critic()
points = torch.randn(5, 3, requires_grad=True)
(slope,) = torch.autograd.grad(critic(points).sum(), points, create_graph=True)
((slope.norm(dim=1) - 1) ** 2).mean().backward()
assert critic.body.weight.grad is not None
