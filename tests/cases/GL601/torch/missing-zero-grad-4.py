# framework: torch
# verdict: wrong
# seen: wrong
import torch
from torch import nn


class Trainer:
    def __init__(self, model, lr=0.1):
        self.model = model
        self.opt = torch.optim.SGD(model.parameters(), lr=lr)

    def train_batch(self, x, y):
        loss = nn.functional.mse_loss(self.model(x), y)
        loss.backward()  # HAZARD GL601
        self.opt.step()
        return loss.item()

    def fit(self, loader, epochs):
        for _ in range(epochs):
            for x, y in loader:
                self.train_batch(x, y)


torch.manual_seed(0)
trainer = Trainer(nn.Linear(2, 1))
batch = (torch.ones(4, 2), torch.zeros(4, 1))
trainer.fit([batch], 1)
first = trainer.model.weight.grad.clone()
trainer.fit([batch], 1)
x, y = batch
true = torch.autograd.grad(nn.functional.mse_loss(trainer.model(x), y), trainer.model.weight)[0]
print("OBSERVED", "wrong" if trainer.model.weight.grad.norm() > first.norm() * 0.3 + true.norm() else "clean")
