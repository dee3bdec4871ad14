# framework: torch
# verdict: clean
# seen: both networks are trained by one loss, and cleared where they are used
import sys

import torch
from torch import nn

torch.manual_seed(0)
guided = len(sys.argv) < 9
backbone = nn.Linear(3, 3)
optimizer = torch.optim.SGD(backbone.parameters(), lr=0.1)
if guided:
    predictor = nn.Linear(3, 3)
    steered = torch.optim.SGD(predictor.parameters(), lr=0.1)
for x in torch.randn(3, 4, 3):
    backbone.zero_grad()
    if guided:
        predictor.zero_grad()
    z = backbone(x)
    loss = predictor(z).pow(2).mean() if guided else z.pow(2).mean()
    loss.backward()
    optimizer.step()
    if guided:
        steered.step()
