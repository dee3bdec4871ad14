# framework: torch
# verdict: clean
# seen: gradient as expected
import numpy as np
import torch
from torch import nn


class Meta(nn.Module):
    """forward() is a whole round of training, and returns numbers for the log."""

    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 2)
        self.optim = torch.optim.Adam(self.net.parameters())

    def forward(self, tasks, labels):
        losses = [nn.functional.cross_entropy(self.net(x), y) for x, y in zip(tasks, labels)]
        loss = sum(losses) / len(losses)
        self.optim.zero_grad()
        loss.backward()
        self.optim.step()
        return np.array([each.data.cpu().numpy().item() for each in losses])


meta = Meta()
found = meta(torch.randn(2, 4, 3), torch.randint(0, 2, (2, 4)))
assert found.shape == (2,) and meta.net.weight.grad is not None
