# framework: torch
# verdict: wrong
# seen: the step sees the last micro-batch alone
import torch
from torch import nn


class Trainer:
    def __init__(self, model, loader, steps):
        self.model, self.loader, self.steps = model, loader, steps
        self.optimizer = torch.optim.Adam(model.parameters())

    def epoch(self):
        for step, (x, y) in enumerate(self.loader):
            self.model.zero_grad()  # HAZARD GL611
            loss = nn.functional.mse_loss(self.model(x), y)
            (loss / self.steps).backward()
            if (step + 1) % self.steps == 0 or (step + 1) == len(self.loader):
                self.optimizer.step()


torch.manual_seed(0)
loader = [(torch.randn(8, 3), torch.randn(8, 1)) for _ in range(8)]
model = nn.Linear(3, 1)
Trainer(model, loader, 4).epoch()
print("OBSERVED wrong")
