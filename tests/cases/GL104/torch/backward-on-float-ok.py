# framework: torch
# verdict: clean
# seen: True
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Engine:
    def __init__(self, model):
        self.model = model
        self.criterion = nn.MSELoss()
        self.opt = torch.optim.SGD(model.parameters(), lr=0.1)

    def compute_loss(self, batch):
        x, y = batch
        loss = self.criterion(self.model(x), y)
        return loss, loss.item()

    def run(self, loader):
        seen = []
        for batch in loader:
            self.opt.zero_grad()
            loss, value = self.compute_loss(batch)
            loss.backward()
            self.opt.step()
            seen.append(value)
        return sum(seen) / len(seen)


torch.manual_seed(0)
x = torch.randn(16, 3)
dataset = TensorDataset(x, x.sum(dim=1, keepdim=True))
engine = Engine(nn.Linear(3, 1))
losses = [engine.run(DataLoader(dataset, batch_size=4)) for _ in range(20)]
print("OBSERVED", "clean" if losses[-1] < 0.05 * losses[0] else "wrong", isinstance(losses[0], float))
