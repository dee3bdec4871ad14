# framework: torch
# verdict: raises
# seen: RuntimeError: grad can be implicitly created only for scalar outputs
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Trainer:
    def __init__(self, model, lr):
        self.model = model
        self.criterion = nn.MSELoss(reduction="none")
        self.opt = torch.optim.SGD(model.parameters(), lr=lr)

    def fit(self, loader):
        for x, y in loader:
            self.opt.zero_grad()
            loss = self.criterion(self.model(x), y)
            loss.backward()  # HAZARD GL504
            self.opt.step()


torch.manual_seed(0)
dataset = TensorDataset(torch.randn(12, 4), torch.randn(12, 2))
Trainer(nn.Linear(4, 2), lr=0.1).fit(DataLoader(dataset, batch_size=4))
