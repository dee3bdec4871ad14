# framework: torch
# verdict: clean
# seen: the new averages are stored
import copy

import torch

torch.manual_seed(0)
model = torch.nn.Linear(2, 1)
ema = copy.deepcopy(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    model(torch.ones(1, 2)).pow(2).sum().backward()
    optimizer.step()
    fresh = []
    with torch.no_grad():
        for ema_p, p in zip(ema.parameters(), model.parameters()):
            ema_p = 0.9 * ema_p + 0.1 * p
            fresh.append(ema_p)
        for old, new in zip(ema.parameters(), fresh):
            old.copy_(new)
