# framework: torch
# verdict: clean
# seen: gradient as expected
import copy

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Trainer:
    def __init__(self, model, micro_batches, lr=0.01):
        self.model, self.micro_batches = model, micro_batches
        self.criterion = nn.CrossEntropyLoss()
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr)

    def compute_loss(self, x, y):
        loss = self.criterion(self.model(x), y)
        loss = loss / self.micro_batches
        return loss

    def run(self, loader):
        self.optimizer.zero_grad()
        for i, (x, y) in enumerate(loader, start=1):
            self.compute_loss(x, y).backward()
            if i % self.micro_batches:
                continue
            self.optimizer.step()
            self.optimizer.zero_grad()


torch.manual_seed(0)
model = nn.Linear(5, 3)
whole = copy.deepcopy(model)
data = TensorDataset(torch.randn(32, 5), torch.randint(0, 3, (32,)))
Trainer(model, micro_batches=8).run(DataLoader(data, batch_size=4))
Trainer(whole, micro_batches=1).run(DataLoader(data, batch_size=32))
print("OBSERVED", "clean" if torch.allclose(model.weight, whole.weight, atol=1e-6) else "wrong")
