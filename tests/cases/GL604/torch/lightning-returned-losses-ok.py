# framework: torch
# verdict: clean
# seen: the list is made or cleared in each step, and what it holds is the loss that the step returns
import lightning
import torch
from torch import nn


class Anew(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 1)
        self.losses = []

    def training_step(self, batch, index):
        self.losses = []
        self.losses.append(self.net(batch).mean())
        return torch.stack(self.losses).sum()

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


class Cleared(Anew):
    def training_step(self, batch, index):
        self.losses.clear()
        self.losses.append(self.net(batch).mean())
        return torch.stack(self.losses).sum()


for kind in (Anew, Cleared):
    module = kind()
    for index, batch in enumerate(torch.randn(3, 2, 3)):
        vars(kind)["training_step"](module, batch, index).backward()
    assert module.net.weight.grad is not None and len(module.losses) == 1
print("OBSERVED clean")
