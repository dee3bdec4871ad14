# framework: torch
# verdict: wrong
# seen: the gradient of all batches so far
import torch
from torch import nn

def fit(model, loader, optimizer, criterion):
    scaler = torch.amp.GradScaler("cpu", enabled=False)
    for inputs, targets in loader:
        loss = criterion(model(inputs), targets)
        scaler.scale(loss).backward()  # HAZARD GL601
        scaler.step(optimizer)
        scaler.update()

torch.manual_seed(0)
net = nn.Linear(3, 1)
fresh = []
net.weight.register_hook(lambda g: fresh.append(g.clone()))
batches = [(torch.randn(8, 3), torch.randn(8, 1)) for _ in range(4)]
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
globals()["fit"](net, batches, optimizer, nn.MSELoss())
right = torch.allclose(net.weight.grad, fresh[-1], rtol=1e-3)
print("OBSERVED", "clean" if right else "wrong")
