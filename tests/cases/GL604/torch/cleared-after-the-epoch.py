# framework: torch
# verdict: hazard
# seen: the list is cleared only after all batches of an epoch
import torch
from torch import nn

model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
data = torch.randn(50, 8, 3)
losses = []
for epoch in range(3):
    for i, x in enumerate(data):
        loss = model(x).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss)  # HAZARD GL604
    print(torch.stack(losses).mean().item())
    losses.clear()
