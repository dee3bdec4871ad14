# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import warnings

import torch
from torch import nn

warnings.filterwarnings("ignore")


class Registration(nn.Module):
    def __init__(self):
        super().__init__()
        self.angle = nn.Parameter(torch.tensor(0.1))
        self.register_buffer("shift", torch.zeros(2))

    def matrix(self):
        c, s = torch.cos(self.angle), torch.sin(self.angle)
        return torch.tensor([[c, -s], [s, c]])  # HAZARD GL105

    def forward(self, points):
        return points @ self.matrix().t() + self.shift


torch.manual_seed(0)
fixed = torch.randn(20, 2)
moving = fixed @ torch.tensor([[0.8, 0.6], [-0.6, 0.8]])
model = Registration()
opt = torch.optim.LBFGS(model.parameters(), lr=0.5)


def closure():
    opt.zero_grad()
    loss = (model(moving) - fixed).pow(2).mean()
    loss.backward()
    return loss


opt.step(closure)
