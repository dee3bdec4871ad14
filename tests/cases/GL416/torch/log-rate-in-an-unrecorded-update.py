# framework: torch
# verdict: none
# seen: the rate never gets a gradient
import torch
from torch import nn


class Learner(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(2, 1)
        self.log_rate = nn.Parameter(torch.tensor(-3.0))

    @torch.no_grad()
    def move(self, grads):
        for p, g in zip(self.net.parameters(), grads):
            p.add_(-self.log_rate.exp() * g)  # HAZARD GL416

    def forward(self, x):
        loss = self.net(x).square().mean()
        self.move(torch.autograd.grad(loss, list(self.net.parameters())))
        return self.net(x).square().mean()


learner = Learner()
outer = torch.optim.Adam(learner.parameters(), lr=1e-3)
learner(torch.randn(6, 2)).backward()
assert learner.log_rate.grad is None
outer.step()
print("OBSERVED none")
