# framework: torch
# verdict: clean
# seen: every entry is a number
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 2)
optimizer = torch.optim.Adam(model.parameters())
history = []
for x in torch.randn(6, 5, 4):
    loss = model(x).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    history.append(loss)
    history[-1] = history[-1].item()
assert all(isinstance(each, float) for each in history)
