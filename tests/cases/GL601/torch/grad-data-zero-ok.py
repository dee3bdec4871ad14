# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

def fit(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for inputs, targets in loader:
        for parameter in model.parameters():
            if parameter.grad is not None:
                parameter.grad.data.zero_()
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
