# framework: torch
# verdict: clean
# seen: gradient as expected; the step calls backward() itself and returns a number to show
import os

import torch
from torch import nn


def run(steps=2):
    model = nn.Linear(3, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    class Trainer:
        def __init__(self, model, optimizer):
            self.model = model
            self.optimizer = optimizer

        def training_step(self, batch):
            loss = nn.functional.cross_entropy(self.model(batch["x"]), batch["y"])
            loss.backward()
            self.optimizer.step()
            self.optimizer.zero_grad()
            return loss.item()

    trainer = Trainer(model, optimizer) if os.name else os.environ["TRAINER"]
    for _ in range(steps):
        assert trainer.training_step({"x": torch.randn(4, 3), "y": torch.tensor([0, 1, 0, 1])}) > 0


run()
