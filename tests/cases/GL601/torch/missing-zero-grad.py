# framework: torch
# verdict: wrong
# seen: tensor([-0.1358, -0.8294,  0.9653]) instead of tensor([-0.0620, -0.0749,  0.1369])
import torch
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset


class Trainer:
    def __init__(self, model, lr=0.05):
        self.model = model
        self.criterion = nn.CrossEntropyLoss()
        self.optimizer = optim.SGD(model.parameters(), lr=lr)
        self.log = []

    def fit(self, loader, epochs):
        self.model.train()
        for _ in range(epochs):
            for x, y in loader:
                loss = self.criterion(self.model(x), y)
                loss.backward()  # HAZARD GL601
                self.optimizer.step()
                self.log.append(loss.item())


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 3))
fresh = []
model[2].bias.register_hook(lambda g: fresh.append(g.clone()))
data = TensorDataset(torch.randn(32, 5), torch.randint(0, 3, (32,)))
Trainer(model).fit(DataLoader(data, batch_size=8), epochs=2)
stale = not torch.allclose(model[2].bias.grad, fresh[-1])
print("OBSERVED", "wrong" if stale else "clean", model[2].bias.grad, "instead of", fresh[-1])
