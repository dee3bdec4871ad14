# framework: torch
# verdict: clean
# seen: the first element of the list is for the log, the last one is trained
import torch
import torch.nn.functional as F
from torch import nn


class Meta(nn.Module):
    def __init__(self, steps):
        super().__init__()
        self.net, self.steps = nn.Linear(3, 2), steps
        self.opt = torch.optim.Adam(self.net.parameters())

    def forward(self, xs, ys):
        losses = [0 for _ in range(self.steps + 1)]
        for x, y in zip(xs, ys):
            with torch.no_grad():
                losses[0] += F.cross_entropy(self.net(x), y)
            for k in range(self.steps):
                losses[k + 1] += F.cross_entropy(self.net(x), y)
        loss = losses[-1] / len(xs)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return losses


meta = Meta(2)
meta(torch.randn(3, 4, 3), torch.randint(0, 2, (3, 4)))
assert meta.net.weight.grad is not None
print("OBSERVED clean")
