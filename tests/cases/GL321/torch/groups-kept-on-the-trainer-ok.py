# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Trainer:
    def __init__(self, encoder, head):
        self.encoder, self.head = encoder, head
        self.groups = [{"params": encoder.parameters(), "lr": 1e-3}, {"params": head.parameters()}]

    def fit(self, rounds):
        opt = torch.optim.Adam(self.groups, lr=1e-2)
        for _ in range(rounds):
            opt.zero_grad()
            self.head(self.encoder(torch.randn(2, 3))).pow(2).mean().backward()
            opt.step()
        return opt


trainer = Trainer(nn.Linear(3, 4), nn.Linear(4, 1))
trainer.fit(2)
second = trainer.fit(2)
assert all(group["params"] for group in second.param_groups)
