# framework: torch
# verdict: clean
# seen: the gradients of the copies are handed to the originals
import copy

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
worker = copy.deepcopy(model)
before = model.weight.detach().clone()
loss = worker(torch.randn(4, 3)).square().mean()
loss.backward()
for mine, theirs in zip(model.parameters(), worker.parameters()):
    mine.grad = theirs.grad.clone()
optimizer.step()
assert not torch.equal(before, model.weight)
print("OBSERVED clean")
