# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Trainer:
    def __init__(self, model, lr):
        self.model = model
        self.criterion = nn.MSELoss(reduction="none")
        self.opt = torch.optim.SGD(model.parameters(), lr=lr)

    def fit(self, loader):
        worst, trace = 0.0, []
        for x, y, weight in loader:
            self.opt.zero_grad()
            each = self.criterion(self.model(x), y).mean(dim=1)
            worst = max(worst, each.max().item())
            loss = (each * weight).sum() / weight.sum()
            loss.backward()
            self.opt.step()
            trace.append(loss.item())
        return worst, trace


torch.manual_seed(0)
x = torch.randn(12, 4)
dataset = TensorDataset(x, x[:, :2] * 2, torch.rand(12) + 0.1)
trainer = Trainer(nn.Linear(4, 2), lr=0.1)
runs = [trainer.fit(DataLoader(dataset, batch_size=4)) for _ in range(20)]
probe = torch.ones(1, 4, requires_grad=True)
trainer.model(probe)[:, :1].backward()
right = torch.allclose(probe.grad, trainer.model.weight[:1].detach())
print("OBSERVED", "clean" if right and runs[-1][1][-1] < 0.2 * runs[0][1][0] else "wrong")
