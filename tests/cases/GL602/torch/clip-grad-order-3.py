# framework: torch
# verdict: wrong
# seen: wrong
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
x, y = torch.randn(4, 3) * 100, torch.randn(4, 1)
for epoch in range(2):
    optimizer.zero_grad()
    loss = (model(x) - y).pow(2).mean()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)  # HAZARD GL602
    loss.backward()
    optimizer.step()
print("OBSERVED", "wrong" if model.weight.abs().max() > 100 else "clean")
