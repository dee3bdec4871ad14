# framework: torch
"""The optimizer has stepped the body already: made anew it forgets what it has learned about it."""

import torch
from torch import nn

torch.manual_seed(1)
body = nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 1))
trainer = torch.optim.SGD(body.parameters(), lr=0.05, momentum=0.9)
measure = nn.MSELoss()
for number in range(6):
    rows, wanted = torch.randn(5, 3), torch.randn(5, 1)
    loss = measure(body(rows), wanted)
    loss.backward()
    if number % 3 == 2:
        trainer.step()
        trainer.zero_grad()
body[2] = nn.Linear(6, 2)
for number in range(4):
    rows, kinds = torch.randn(5, 3), torch.randint(0, 2, (5,))
    guess = torch.softmax(body(rows), dim=1)
    loss = nn.CrossEntropyLoss()(guess, kinds)
    trainer.zero_grad()
    loss.backward()
    trainer.step()
