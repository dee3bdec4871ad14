# framework: torch
# verdict: caught
# seen: BCELoss is given numbers above one
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1), nn.ReLU())
opt = torch.optim.SGD(net.parameters(), lr=0.1)
criterion = nn.BCELoss()
with torch.no_grad():
    net[2].bias.fill_(3.0)
try:
    for x in torch.randn(2, 8, 3):
        opt.zero_grad()
        loss = criterion(net(x), torch.ones(8, 1))  # HAZARD GL705
        loss.backward()
        opt.step()
except RuntimeError as error:
    assert "between 0 and 1" in str(error)
else:
    raise AssertionError
