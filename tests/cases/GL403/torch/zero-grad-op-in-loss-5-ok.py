# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class TopK(torch.autograd.Function):
    @staticmethod
    def forward(ctx, scores, k):
        out = torch.zeros_like(scores)
        out[scores.topk(k).indices] = 1.0
        return out

    @staticmethod
    def backward(ctx, g):
        return g, None


def hard_concrete(logits, beta=0.66):
    u = torch.rand_like(logits).clamp(1e-6, 1 - 1e-6)
    s = torch.sigmoid((torch.log(u) - torch.log(1 - u) + logits) / beta)
    return (s * 1.2 - 0.1).clamp(0, 1)


class MaskedLinear(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.register_buffer("weight", torch.randn(n_out, n_in))
        self.scores = nn.Parameter(torch.rand(n_in))
        self.gates = nn.Parameter(torch.zeros(n_out))

    def forward(self, x):
        mask = TopK.apply(self.scores, 2)
        if not self.training:
            return x @ (self.weight * mask).t() * (torch.sigmoid(self.gates) > 0.5).float()
        return x @ (self.weight * mask).t() * hard_concrete(self.gates)


torch.manual_seed(0)
m = MaskedLinear(3, 2)
m(torch.randn(4, 3)).pow(2).mean().backward()
m.eval()
with torch.no_grad():
    frozen = m(torch.randn(2, 3))
sparsity = (m.scores.detach().sign() > 0).float().mean()
print("OBSERVED", "clean" if m.scores.grad.any() and frozen.shape == (2, 2) and sparsity >= 0 else "zero")
