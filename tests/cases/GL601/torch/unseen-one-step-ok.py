# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

def warm_up(model, optimizer, inputs, targets):
    for attempt in range(3):
        loss = (model(inputs) - targets).pow(2).mean()
        loss.backward()
        optimizer.step()
        break

torch.manual_seed(0)
net = nn.Linear(3, 1)
fresh = []
net.weight.register_hook(lambda g: fresh.append(g.clone()))
batches = [(torch.randn(8, 3), torch.randn(8, 1)) for _ in range(4)]
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
globals()["warm_up"](net, optimizer, *batches[0])
right = torch.allclose(net.weight.grad, fresh[-1], rtol=1e-3)
print("OBSERVED", "clean" if right else "wrong")
