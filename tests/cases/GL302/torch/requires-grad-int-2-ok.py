# framework: torch
# verdict: clean
# seen: gradient as expected
import torch as th
from torch import nn


class Spline(nn.Module):
    def __init__(self, count=5):
        super().__init__()
        self.register_buffer("index", th.arange(count))
        self.centres = nn.Parameter(th.arange(-2, count - 2).float())
        self.heights = nn.Parameter(th.randint(0, 2, (count,)).to(th.float32))
        self.order = nn.Parameter(th.randperm(count), requires_grad=False)

    def forward(self, x):
        bumps = th.exp(-((x.unsqueeze(1) - self.centres) ** 2))
        return (self.heights * bumps)[:, self.order].index_select(1, self.index).sum(dim=1)


th.manual_seed(0)
model = Spline()
opt = th.optim.Adam([model.centres, model.heights], lr=0.05)
x = th.linspace(-2, 2, 30)
first = None
for _ in range(50):
    opt.zero_grad()
    loss = (model(x) - x.abs()).pow(2).mean()
    loss.backward()
    opt.step()
    first = first or loss.item()
print("OBSERVED", "clean" if loss.item() < 0.2 * first and model.centres.grad.any() else "wrong")
