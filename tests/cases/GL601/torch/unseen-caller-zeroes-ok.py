# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

def advance(model, optimizer, inputs, targets):
    loss = (model(inputs) - targets).pow(2).mean()
    loss.backward()
    optimizer.step()
    return loss.item()

torch.manual_seed(0)
net = nn.Linear(3, 1)
fresh = []
net.weight.register_hook(lambda g: fresh.append(g.clone()))
batches = [(torch.randn(8, 3), torch.randn(8, 1)) for _ in range(4)]
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
advance = globals()["advance"]
for inputs, targets in batches:
    optimizer.zero_grad()
    advance(net, optimizer, inputs, targets)
right = torch.allclose(net.weight.grad, fresh[-1], rtol=1e-3)
print("OBSERVED", "clean" if right else "wrong")
