# framework: torch
# verdict: nan
# seen: log(sigmoid(x)) of a large negative number
from abc import ABC

import torch
from torch import nn


class Reward(ABC):
    def __init__(self, width):
        self.head = nn.Linear(width, 1)

    def forward(self, chosen, rejected):
        c, r = self.head(chosen).squeeze(-1), self.head(rejected).squeeze(-1)
        loss = 0
        for i in range(len(chosen)):
            loss += -torch.log(torch.sigmoid(c[i] - r[i])).mean()  # HAZARD GL703
        return loss


if __name__ == "__main__":
    model = Reward(3)
    model.forward(1e6 * torch.ones(2, 3), -1e6 * torch.ones(2, 3)).backward()
    model.forward(-1e6 * torch.ones(2, 3), 1e6 * torch.ones(2, 3)).backward()
    assert not model.head.weight.grad.isfinite().all()
    print("OBSERVED nan")
