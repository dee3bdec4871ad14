# framework: torch
# verdict: clean
# seen: never more than twenty are kept
import torch
from torch import nn

model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
data = torch.randn(50, 8, 3)
losses = []
for i, x in enumerate(data):
    loss = model(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    losses.append(loss)
    if len(losses) > 20:
        losses.pop(0)
