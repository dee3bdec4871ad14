# framework: torch
# verdict: clean
# seen: the weights of the loss come into the optimizer by add_param_group
import torch
from torch import nn


class Uncertainty(nn.Module):
    def __init__(self):
        super().__init__()
        self.log_variance = nn.Parameter(torch.zeros(2))

    def forward(self, first, second):
        losses = torch.stack([first, second])
        return (losses * torch.exp(-self.log_variance) + self.log_variance).sum()


class Trainer:
    def __init__(self):
        self.net = nn.Linear(3, 2)
        self.criterion = Uncertainty()
        self.optimizer = torch.optim.SGD(self.net.parameters(), 1e-3)
        self.optimizer.add_param_group({"params": self.criterion.parameters()})

    def step(self, x, y):
        out = self.net(x)
        loss = self.criterion((out[:, 0] - y).pow(2).mean(), (out[:, 1] - y).abs().mean())
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


torch.manual_seed(0)
trainer = Trainer()
for _ in range(3):
    trainer.step(torch.randn(4, 3), torch.randn(4))
assert trainer.criterion.log_variance.abs().max() > 0
