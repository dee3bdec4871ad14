# framework: torch
# verdict: clean
# seen: they stay what they were
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential()
model.add_module("backbone", nn.Linear(4, 8))
model.add_module("head", nn.Linear(8, 1))
optimizer = torch.optim.AdamW(model.parameters(), lr=0.1, weight_decay=0.1)
before = model.backbone.weight.detach().clone()
x, y = torch.randn(16, 4), torch.randn(16, 1)
for _ in range(3):
    optimizer.zero_grad()
    nn.functional.mse_loss(model(x), y).backward()
    for name, p in model.named_parameters():
        if name.startswith("backbone"):
            p.grad = None
    optimizer.step()
broken = not torch.equal(before, model.backbone.weight)
assert not broken
