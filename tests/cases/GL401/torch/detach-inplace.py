# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torch import nn


class Trainer:
    def __init__(self, model, criterion, opt):
        self.model, self.criterion, self.opt = model, criterion, opt
        self.history = []

    def step(self, x, y):
        loss = self.criterion(self.model(x), y)
        self.history.append(loss.detach_())  # HAZARD GL401
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
trainer = Trainer(model, nn.CrossEntropyLoss(), opt)
for _ in range(3):
    trainer.step(torch.randn(6, 4), torch.randint(0, 2, (6,)))
