# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.nn import functional as F


class Shared(nn.Module):
    def __init__(self, n_in=8, dim=6):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(n_in, dim), nn.Tanh())
        self.decode, self.classify = nn.Linear(dim, n_in), nn.Linear(dim, 4)

    def forward(self, x):
        z = self.trunk(x)
        return self.decode(z), self.classify(z)


def losses(model, x, y):
    out, logits = model(x)
    return F.mse_loss(out, x), F.cross_entropy(logits, y)


torch.manual_seed(0)
model = Shared()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
x, y = torch.randn(16, 8), torch.randint(0, 4, (16,))
agreement = []
for _ in range(3):
    optimizer.zero_grad()
    first, second = losses(model, x, y)
    first.backward(retain_graph=True)
    alone = model.trunk[0].weight.grad.clone()
    second.backward()
    agreement.append(F.cosine_similarity(alone.flatten(), model.trunk[0].weight.grad.flatten(), dim=0))
    optimizer.step()
optimizer.zero_grad()
first, second = losses(model, x, y)
first.backward(retain_graph=True)
second.backward()
both = torch.autograd.grad(sum(losses(model, x, y)), model.trunk[0].weight)[0]
print("OBSERVED", "clean" if torch.allclose(model.trunk[0].weight.grad, both, atol=1e-6) else "wrong")
