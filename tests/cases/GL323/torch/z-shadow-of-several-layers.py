# framework: torch
# verdict: wrong
# seen: the average and the model share their memory
import torch
from torch import nn


class Average:
    def __init__(self, model, decay=0.9):
        self.decay = decay
        self.shadow = {name: value for name, value in model.state_dict().items()}  # HAZARD GL323

    @torch.no_grad()
    def update(self, model):
        for name, value in model.state_dict().items():
            self.shadow[name].mul_(self.decay).add_(value, alpha=1 - self.decay)


model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
average = Average(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    model(torch.ones(2, 4)).pow(2).mean().backward()
    optimizer.step()
    average.update(model)
