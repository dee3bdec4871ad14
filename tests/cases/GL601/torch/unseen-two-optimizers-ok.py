# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

def fit(generator, critic, loader, optimizer_g, optimizer_d):
    for inputs, targets in loader:
        optimizer_g.zero_grad()
        optimizer_d.zero_grad()
        loss_d = (critic(inputs) - targets).pow(2).mean()
        loss_d.backward()
        optimizer_d.step()
        loss_g = critic(generator(inputs)).mean()
        loss_g.backward()
        optimizer_g.step()

torch.manual_seed(0)
net = nn.Linear(3, 1)
fresh = []
net.weight.register_hook(lambda g: fresh.append(g.clone()))
batches = [(torch.randn(8, 3), torch.randn(8, 1)) for _ in range(4)]
critic = nn.Linear(3, 1)
net = nn.Linear(3, 3)
fresh.clear()
net.weight.register_hook(lambda g: fresh.append(g.clone()))
globals()["fit"](
    net,
    critic,
    batches,
    torch.optim.SGD(net.parameters(), lr=0.1),
    torch.optim.SGD(critic.parameters(), lr=0.1),
)
right = torch.allclose(net.weight.grad, fresh[-1], rtol=1e-3)
print("OBSERVED", "clean" if right else "wrong")
