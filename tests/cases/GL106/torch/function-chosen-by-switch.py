# framework: torch
# verdict: none
# seen: one of the two losses that the switch chooses from turns the score into a plain number
import torch
from torch import nn


def smooth(score, wanted):
    return (score - wanted).pow(2).mean()


def counted(score, wanted):
    return torch.tensor((score.argmax(1) != wanted.argmax(1)).float().mean().item(), requires_grad=True)  # HAZARD GL106


class Trainer:
    def __init__(self, exact):
        self.net = nn.Linear(3, 2)
        self.exact = exact
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def fit(self, x, y):
        measure = counted if self.exact else smooth
        loss = measure(self.net(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


trainer = Trainer(True)
trainer.fit(torch.randn(4, 3), torch.randn(4, 2))
print("OBSERVED", "none" if trainer.net.weight.grad is None else "clean")
