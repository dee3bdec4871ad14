# framework: torch
# verdict: clean
# seen: True
import torch
from torch import nn


class Registration(nn.Module):
    def __init__(self):
        super().__init__()
        self.angle = nn.Parameter(torch.tensor(0.1))
        self.register_buffer("mirror", torch.tensor([[1.0, 0.0], [0.0, 1.0]]))

    def matrix(self):
        c, s = torch.cos(self.angle), torch.sin(self.angle)
        return torch.stack([torch.stack([c, -s]), torch.stack([s, c])]) @ self.mirror

    def forward(self, points):
        return points @ self.matrix().t()


torch.manual_seed(0)
fixed = torch.randn(20, 2)
moving = fixed @ torch.tensor([[0.8, 0.6], [-0.6, 0.8]])
model = Registration()
opt = torch.optim.LBFGS(model.parameters(), lr=0.5)
trace = []


def closure():
    opt.zero_grad()
    loss = (model(moving) - fixed).pow(2).mean()
    loss.backward()
    trace.append(loss.item())
    return loss


for _ in range(8):
    opt.step(closure)
trace = torch.tensor(trace)
print("OBSERVED", "clean" if trace[-1] < 1e-4 * trace[0] else "wrong", model.angle.grad is not None)
