# framework: torch
# verdict: clean
# seen: the total begins anew every ten rounds
import torch
from torch import nn

model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
data = torch.randn(50, 8, 3)
total = 0.0
for i, x in enumerate(data):
    loss = model(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    total += loss
    if i % 10 == 9:
        print(total.item() / 10)
        total = 0.0
