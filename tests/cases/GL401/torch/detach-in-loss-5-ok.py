# framework: torch
# verdict: clean
# seen: gradient as expected
import copy
import torch
from torch import nn
import torch.nn.functional as F


class VectorQuantizer(nn.Module):
    def __init__(self, k, d, beta=0.25):
        super().__init__()
        self.codebook = nn.Embedding(k, d)
        self.beta = beta

    def forward(self, z):
        idx = torch.cdist(z, self.codebook.weight).argmin(dim=1)
        q = self.codebook(idx)
        loss = F.mse_loss(q, z.detach()) + self.beta * F.mse_loss(q.detach(), z)
        return z + (q - z).detach(), loss


class BYOL(nn.Module):
    def __init__(self, net, d):
        super().__init__()
        self.online, self.target = net, copy.deepcopy(net)
        self.predictor = nn.Linear(d, d)
        self.vq = VectorQuantizer(5, d)

    def forward(self, a, b):
        z, commit = self.vq(self.online(a))
        p = F.normalize(self.predictor(z), dim=-1)
        t = F.normalize(self.target(b).detach(), dim=-1)
        return (2 - 2 * (p * t).sum(-1)).mean() + commit


torch.manual_seed(0)
model = BYOL(nn.Linear(3, 4), 4)
params = [p for n, p in model.named_parameters() if not n.startswith("target")]
opt = torch.optim.SGD(params, lr=0.1)
a = torch.randn(6, 3)
for _ in range(2):
    opt.zero_grad()
    loss = model(a, a + 0.1)
    loss.backward()
    opt.step()
    with torch.no_grad():
        for s, t in zip(model.online.parameters(), model.target.parameters()):
            t.lerp_(s, 0.01)
print("OBSERVED", "clean" if model.online.weight.grad.any() and model.target.weight.grad is None else "wrong")
