# framework: torch
# verdict: clean
# seen: gradient as expected
import gc
import weakref

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.01)
total = torch.zeros(())
left, alive = 4, []
while left:
    rounds = torch.randint(1, 3, ()).item()
    for _ in range(rounds):
        total = model(torch.randn(5, 3)).pow(2).mean()
        opt.zero_grad()
        total.backward()
        opt.step()
    total = total + model(torch.randn(5, 3)).abs().mean()
    alive.append(weakref.ref(total))
    left -= 1
gc.collect()
assert sum(ref() is not None for ref in alive) == 1
