# framework: torch
# verdict: leak
# seen: True
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Trainer:
    def __init__(self, model):
        self.model = model
        self.criterion = nn.CrossEntropyLoss()
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.history = []

    def epoch(self, loader):
        running_loss = 0.0
        for x, y in loader:
            self.optimizer.zero_grad()
            loss = self.criterion(self.model(x), y)
            loss.backward()
            self.optimizer.step()
            running_loss += loss * len(x)  # HAZARD GL604
        self.history.append(running_loss / len(loader.dataset))


torch.manual_seed(0)
trainer = Trainer(nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 3)))
loader = DataLoader(TensorDataset(torch.randn(24, 5), torch.randint(0, 3, (24,))), batch_size=8)
for _ in range(2):
    trainer.epoch(loader)
kept = all(value.requires_grad for value in trainer.history)
print("OBSERVED", "leak" if kept else "clean", trainer.history[-1].grad_fn is not None)
