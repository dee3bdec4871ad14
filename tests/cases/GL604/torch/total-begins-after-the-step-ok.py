# framework: torch
# verdict: clean
# seen: the sum begins anew after each batch
import torch
from torch import nn

model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
data = torch.randn(50, 8, 3)
total = torch.tensor(0.0)
stop = len(data) > 100
try:
    for _ in range(4):
        for x in data:
            total += model(x).pow(2).mean()
            total.backward()
            opt.step()
            total = torch.tensor(0.0)
            opt.zero_grad()
            if stop: break
except KeyboardInterrupt:
    pass
