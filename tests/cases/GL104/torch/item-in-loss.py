# framework: torch
# verdict: wrong
# seen: tensor(0.4115)
import torch
from torch import nn
from torch.nn import functional as F


def weight_penalty(model):
    return sum(p.pow(2).sum().item() for p in model.parameters())  # HAZARD GL104


class Trainer:
    def __init__(self, model, decay):
        self.model = model
        self.decay = decay
        self.opt = torch.optim.SGD(model.parameters(), lr=0.1)

    def step(self, x, y):
        self.opt.zero_grad()
        loss = F.mse_loss(self.model(x), y) + self.decay * weight_penalty(self.model)
        loss.backward()
        self.opt.step()
        return loss.detach()


torch.manual_seed(0)
model = nn.Linear(4, 1)
start = model.weight.detach().clone()
x, y = torch.randn(8, 4), torch.randn(8, 1)
trainer = Trainer(model, decay=0.5)
trainer.step(x, y)
w = start.clone().requires_grad_()
b = torch.zeros(1)
with torch.no_grad():
    b.copy_(model.bias + 0.1 * model.bias.grad)
(F.mse_loss(x @ w.t() + b, y) + 0.5 * w.pow(2).sum()).backward()
same = torch.allclose(model.weight.grad, w.grad, atol=1e-5)
print("OBSERVED", "clean" if same else "wrong", (model.weight.grad - w.grad).abs().max())
