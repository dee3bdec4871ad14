# framework: torch
# verdict: wrong
# seen: the frozen weights move on with the momentum
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
x, y = torch.randn(16, 4), torch.randn(16, 1)
for step in range(6):
    optimizer.zero_grad(set_to_none=False)
    if step == 3:
        for p in model[0].parameters():
            p.requires_grad_(False)  # HAZARD GL324
        frozen = model[0].weight.detach().clone()
    nn.functional.mse_loss(model(x), y).backward()
    optimizer.step()
broken = not torch.equal(frozen, model[0].weight)
assert broken
