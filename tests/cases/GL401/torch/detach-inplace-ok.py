# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Trainer:
    def __init__(self, model, criterion, opt):
        self.model, self.criterion, self.opt = model, criterion, opt
        self.history = []

    def step(self, x, y):
        loss = self.criterion(self.model(x), y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        self.history.append(loss.detach_())


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
trainer = Trainer(model, nn.CrossEntropyLoss(), opt)
x, y = torch.randn(6, 4), torch.randint(0, 2, (6,))
for _ in range(25):
    trainer.step(x, y)
curve = torch.stack(trainer.history)
alive = all(p.grad.any() for p in model.parameters())
print("OBSERVED", "clean" if alive and curve[-1] < curve[0] and not curve.requires_grad else "wrong")
