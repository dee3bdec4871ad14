# framework: torch
# verdict: clean
# seen: gradient as expected
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
        return grad_output.neg() * ctx.strength, None


def reverse(x, strength=1.0):
    return GradReverse.apply(x, strength)


class DANN(nn.Module):
    def __init__(self, n_in=6, dim=8):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(n_in, dim), nn.ReLU())
        self.label, self.domain = nn.Linear(dim, 3), nn.Linear(dim, 2)

    def forward(self, x, strength):
        h = self.features(x)
        return self.label(h), self.domain(reverse(h, strength))


torch.manual_seed(0)
model = DANN()
x, domain = torch.randn(12, 6), torch.randint(0, 2, (12,))
F.cross_entropy(model(x, 0.5)[1], domain).backward()
plain = F.cross_entropy(model.domain(model.features(x)), domain)
features, head = torch.autograd.grad(plain, [model.features[0].weight, model.domain.weight])
turned = torch.allclose(model.features[0].weight.grad, -0.5 * features)
kept = torch.allclose(model.domain.weight.grad, head)
print("OBSERVED", "clean" if turned and kept else "wrong")
