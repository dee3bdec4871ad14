# framework: torch
# verdict: clean
# seen: the weights move, and each step uses what was summed since the one before
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
batches = [(torch.rand(4, 3), torch.rand(4, 1)) for _ in range(9)]
waiting, steps = 0, 0
before = net.weight.detach().clone()
for inputs, wanted in batches:
    # The step of a full group is taken when the next batch comes.
    if waiting >= 12:
        optimizer.step()
        optimizer.zero_grad()
        waiting, steps = 0, steps + 1
    loss = (net(inputs) - wanted).pow(2).sum() / 12
    loss.backward()
    waiting += len(inputs)
optimizer.step()
print("OBSERVED", "clean" if steps == 2 and not torch.equal(before, net.weight) else "none")
