# framework: torch
# verdict: clean
# seen: gradient as expected
import copy

import torch
from torch import nn
from torch.nn import functional as F


class EMA:
    def __init__(self, model, decay=0.9):
        self.decay = decay
        self.shadow = copy.deepcopy(model).requires_grad_(False)

    @torch.no_grad()
    def update(self, model):
        for slow, fast in zip(self.shadow.parameters(), model.parameters()):
            slow.mul_(self.decay).add_(fast, alpha=1 - self.decay)


def init_weights(m):
    if isinstance(m, nn.Linear):
        nn.init.xavier_uniform_(m.weight)
        m.bias.data.fill_(0.01)


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3))
model.apply(init_weights)
with torch.no_grad():
    model[2].weight.mul_(0.5)
ema = EMA(model)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
x, y = torch.randn(12, 6), torch.randint(0, 3, (12,))
expected = model[2].bias.detach().clone()
for _ in range(5):
    opt.zero_grad()
    F.cross_entropy(model(x), y).backward()
    for p in model.parameters():
        p.grad.clamp_(-0.05, 0.05)
    opt.step()
    ema.update(model)
    expected = 0.9 * expected + 0.1 * model[2].bias.detach()
close = torch.allclose(ema.shadow[2].bias, expected, atol=1e-6)
print("OBSERVED", "clean" if close and model[0].weight.grad.abs().max() <= 0.05 else "wrong")
