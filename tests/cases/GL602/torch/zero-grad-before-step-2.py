# framework: torch
# verdict: none
# seen: nine updates, no change
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Trainer:
    def __init__(self, model, accumulate):
        self.model, self.accumulate = model, accumulate
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2, weight_decay=0.0)
        self.criterion = nn.MSELoss()

    def run(self, loader):
        self.optimizer.zero_grad()
        for i, (x, y) in enumerate(loader):
            loss = self.criterion(self.model(x), y) / self.accumulate
            loss.backward()
            if (i + 1) % self.accumulate == 0:
                self.optimizer.zero_grad()  # HAZARD GL602
                self.optimizer.step()


torch.manual_seed(0)
model = nn.Linear(3, 1)
loader = DataLoader(TensorDataset(torch.randn(24, 3), torch.randn(24, 1)), batch_size=4)
before = model.weight.detach().clone()
trainer = Trainer(model, accumulate=2)
for _ in range(3):
    trainer.run(loader)
print("OBSERVED", "none" if torch.equal(before, model.weight) else "clean", "nine updates, no change")
