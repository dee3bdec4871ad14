# framework: torch
# verdict: wrong
# seen: the branches never move
import torch
from torch import nn


class TwoBranches(nn.Module):
    def __init__(self):
        super().__init__()
        self.branches = {"left": nn.Linear(3, 2), "right": nn.Linear(3, 2)}  # HAZARD GL308
        self.join = nn.Linear(4, 1)

    def forward(self, x):
        return self.join(torch.cat([self.branches["left"](x), self.branches["right"](x)], dim=1))


torch.manual_seed(0)
model = TwoBranches()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
before = model.branches["left"].weight.detach().clone()
loss = model(torch.randn(4, 3)).square().mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
print("OBSERVED", "wrong" if torch.equal(before, model.branches["left"].weight) else "clean")
