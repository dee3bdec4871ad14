# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class PINN(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))

    def forward(self, t):
        return self.net(t)


def residual(model, t):
    u = model(t)
    (du,) = torch.autograd.grad(u, t, torch.ones_like(u), create_graph=True)
    return du + u


torch.manual_seed(0)
model = PINN()
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
steps = torch.arange(0, 10)
t = torch.arange(0, 10, dtype=torch.float32).view(-1, 1).requires_grad_()
start = torch.zeros(1, 1)
trace = []
for _ in range(40):
    opt.zero_grad()
    loss = residual(model, t / 10.0).pow(2)[steps].mean() + (model(start) - 1.0).pow(2).mean()
    loss.backward()
    opt.step()
    trace.append(loss.item())
print("OBSERVED", "clean" if trace[-1] < trace[0] and model.net[0].weight.grad.any() else "wrong")
