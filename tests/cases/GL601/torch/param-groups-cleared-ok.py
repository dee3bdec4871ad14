# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

def clear(optimizer):
    for group in optimizer.param_groups:
        for parameter in group["params"]:
            parameter.grad = None


def fit(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for inputs, targets in loader:
        clear(optimizer)
        loss = (model(inputs) - targets).pow(2).mean()
        loss.backward()
        optimizer.step()

torch.manual_seed(0)
net = nn.Linear(3, 1)
fresh = []
net.weight.register_hook(lambda g: fresh.append(g.clone()))
batches = [(torch.randn(8, 3), torch.randn(8, 1)) for _ in range(4)]
fit(net, batches)
right = torch.allclose(net.weight.grad, fresh[-1], rtol=1e-3)
print("OBSERVED", "clean" if right else "wrong")
