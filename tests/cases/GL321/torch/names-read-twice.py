# framework: torch
# verdict: none
# seen: the second group is empty: the head never moves
import torch
from torch import nn


def groups(named, rate):
    slow = [weight for name, weight in named if name.startswith("body")]
    fast = [weight for name, weight in named if not name.startswith("body")]  # HAZARD GL321
    return [{"params": slow, "lr": rate / 10}, {"params": fast, "lr": rate}]


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(3, 4), nn.Linear(4, 1)

    def forward(self, x):
        return self.head(torch.tanh(self.body(x)))


torch.manual_seed(0)
model = Model()
optimizer = torch.optim.SGD(groups(model.named_parameters(), 0.1), lr=0.1)
before = model.head.weight.detach().clone()
optimizer.zero_grad()
model(torch.ones(5, 3)).square().mean().backward()
optimizer.step()
print("OBSERVED", "none" if torch.equal(before, model.head.weight) else "clean")
