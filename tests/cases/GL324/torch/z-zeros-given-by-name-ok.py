# framework: torch
# verdict: clean
# seen: they stay what they were
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 8)
        self.head = nn.Linear(8, 1)

    def forward(self, x):
        return self.head(torch.tanh(self.encoder(x)))


def freeze(model, optimizer):
    for n, p in model.named_parameters():
        if "encoder" in n:
            p.grad = None


torch.manual_seed(0)
model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, weight_decay=1e-2)
before = model.encoder.weight.detach().clone()
x, y = torch.randn(16, 4), torch.randn(16, 1)
for _ in range(3):
    optimizer.zero_grad()
    nn.functional.mse_loss(model(x), y).backward()
    freeze(model, optimizer)
    optimizer.step()
broken = not torch.equal(before, model.encoder.weight)
assert not broken
