# framework: torch
# verdict: clean
# seen: gradient as expected; backward is called in training mode only
import pickle

import torch
from torch import nn


def one_pass(model, optimizer, batches):
    total = 0.0
    for x, y in batches:
        loss = nn.functional.mse_loss(model(x), y)
        if model.training:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        total += loss.item()
    return total


model = pickle.loads(pickle.dumps(nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 1))))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
batches = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(2)]
model.train()
one_pass(model, optimizer, batches)
model.train(False)
with torch.no_grad():
    one_pass(model, optimizer, batches)
