# framework: torch
# verdict: wrong
# seen: the shadow equals the model after every step
import torch
from torch import nn


class WeightEMA:
    def __init__(self, model, decay):
        self.decay = decay
        self.shadow = {name: p.data for name, p in model.named_parameters()}  # HAZARD GL323

    @torch.no_grad()
    def update(self, model):
        for name, p in model.named_parameters():
            self.shadow[name].mul_(self.decay).add_(p.data, alpha=1 - self.decay)


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
ema = WeightEMA(model, 0.5)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    model(torch.randn(4, 3)).pow(2).mean().backward()
    optimizer.step()
    ema.update(model)
assert all(torch.equal(ema.shadow[name], p) for name, p in model.named_parameters())
