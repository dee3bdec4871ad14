# framework: torch
# verdict: clean
# seen: the hardest samples are chosen by their losses
import numpy as np
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x, y = torch.randn(16, 4), torch.randn(16, 1)
for _ in range(2):
    losses = (model(x) - y).square().squeeze(1)
    values = losses.detach().cpu().numpy()
    hard = torch.from_numpy((values > np.median(values)).astype(np.float32))
    loss = (losses * hard).sum() / hard.sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print("OBSERVED clean")
