# framework: torch
# verdict: clean
# seen: gradient as expected; no run trains both the model and the prompt
import os

import torch
from torch import nn


class Tuner:
    def __init__(self, whole):
        self.whole = whole
        self.model = nn.Linear(3, 2)
        self.prompt = torch.zeros(3, requires_grad=True)
        self.optimizer = torch.optim.SGD([*self.model.parameters(), self.prompt], lr=0.1)

    def tune_prompt(self, loader):
        for x in loader:
            self.optimizer.zero_grad()
            (x - self.prompt).square().mean().backward()
            nn.utils.clip_grad_norm_(self.model.parameters(), 0.1)
            self.optimizer.step()

    def tune_all(self, loader):
        for x in loader:
            self.optimizer.zero_grad()
            self.model(x).square().mean().backward()
            self.optimizer.step()

    def fit(self, loader, epochs):
        for _ in range(epochs):
            if not self.whole:
                self.tune_prompt(loader)
            else:
                self.tune_all(loader)


torch.manual_seed(0)
tuner = Tuner(os.environ.get("TRAIN", "model") == "model")
tuner.fit(torch.utils.data.DataLoader(torch.randn(8, 3), 4), int(os.environ.get("EPOCHS", "2")))
print("OBSERVED", "clean" if tuner.model.weight.grad is not None else "none")
