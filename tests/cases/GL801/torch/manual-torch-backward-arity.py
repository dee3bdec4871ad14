# framework: torch
# verdict: raises
# seen: RuntimeError: function GradReverseBackward returned an incorrect number of gradients (expected 2, got 1)
import torch
from torch import nn
from torch.autograd import Function
from torch.nn import functional as F


class GradReverse(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_output):
        return -ctx.strength * grad_output  # HAZARD GL801


class DANN(nn.Module):
    def __init__(self, n_in=6, dim=8):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(n_in, dim), nn.ReLU())
        self.label, self.domain = nn.Linear(dim, 3), nn.Linear(dim, 2)

    def forward(self, x, strength):
        h = self.features(x)
        return self.label(h), self.domain(GradReverse.apply(h, strength))


torch.manual_seed(0)
model = DANN()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
x, label, domain = torch.randn(12, 6), torch.randint(0, 3, (12,)), torch.randint(0, 2, (12,))
for epoch in range(2):
    opt.zero_grad()
    guess, origin = model(x, strength=0.1 * (epoch + 1))
    loss = F.cross_entropy(guess, label) + F.cross_entropy(origin, domain)
    loss.backward()
    opt.step()
