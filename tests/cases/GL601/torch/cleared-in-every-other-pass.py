# framework: torch
# verdict: wrong
# seen: the gradient of every other pass is the sum of two
import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
turn = False
for x in torch.randn(6, 4, 3):
    turn = not turn
    loss = model(x).pow(2).mean()
    if turn:
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    else:
        loss.backward()  # HAZARD GL601
        optimizer.step()
