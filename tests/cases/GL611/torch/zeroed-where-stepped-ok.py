# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for i in range(16):
    x, y = torch.randn(8, 3), torch.randn(8, 1)
    loss = nn.functional.mse_loss(model(x), y) / 4
    loss.backward()
    if (i + 1) % 4 == 0:
        opt.step()
        opt.zero_grad()
