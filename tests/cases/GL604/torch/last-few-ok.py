# framework: torch
# verdict: clean
# seen: only the last few are kept
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
    losses = losses[-20:]
