# framework: torch
# verdict: clean
# seen: the weights move; a run trains in one way or in the other
import os

import torch
from torch import nn

torch.manual_seed(1)
exec("def fill():\n    for each in trainer.head.parameters(): each.grad = torch.ones_like(each)")


class Trainer:
    def __init__(self, mode):
        self.mode = mode
        self.head = nn.Linear(3, 2)
        self.optimizer = torch.optim.SGD(self.head.parameters(), lr=0.1)
        self.batches = [(torch.randn(4, 3), torch.tensor([0, 1, 1, 0])) for _ in range(3)]

    def probe(self):
        for inputs, labels in self.batches:
            self.optimizer.zero_grad()
            loss = nn.functional.cross_entropy(self.head(inputs), labels)
            loss.backward()
            self.optimizer.step()

    def replay(self):
        for _ in self.batches:
            self.optimizer.zero_grad()
            fill()
            self.optimizer.step()

    def train(self):
        for epoch in range(4):
            if self.mode == "probe":
                self.probe()
            else:
                self.replay()


trainer = Trainer(os.environ.get("HOW_TO_TRAIN", "probe"))
before = trainer.head.weight.detach().clone()
trainer.train()
print("OBSERVED", "none" if torch.equal(before, trainer.head.weight) else "clean")
