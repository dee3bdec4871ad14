# framework: torch
# verdict: raises
# seen: AttributeError: 'float' object has no attribute 'backward'
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
        return self.criterion(self.model(x), y).item()

    def run(self, loader):
        for batch in loader:
            self.opt.zero_grad()
            loss = self.compute_loss(batch)
            loss.backward()  # HAZARD GL104
            self.opt.step()


torch.manual_seed(0)
dataset = TensorDataset(torch.randn(16, 3), torch.randn(16, 1))
Engine(nn.Linear(3, 1)).run(DataLoader(dataset, batch_size=4))
