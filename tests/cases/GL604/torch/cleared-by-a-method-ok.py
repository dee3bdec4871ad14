# framework: torch
# verdict: clean
# seen: a method called in the same loop clears the list
import torch
from torch import nn

model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
data = torch.randn(50, 8, 3)
class Trainer:
    def __init__(self):
        self.losses = []

    def step(self, x):
        loss = model(x).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        self.losses.append(loss)

    def fit(self, data):
        for i, x in enumerate(data):
            self.step(x)
            if i % 10 == 9:
                self.flush()

    def flush(self):
        print(torch.stack(self.losses).mean().item())
        self.losses.clear()
