# framework: torch
# verdict: none
# seen: the router has no gradient
import torch
from torch import nn
from torch.distributions import Categorical


class Routed(nn.Module):
    def __init__(self, width, count):
        super().__init__()
        self.router = nn.Linear(width, count)
        self.codes = nn.Embedding(count, width)

    def forward(self, x):
        which = Categorical(logits=self.router(x)).sample()  # HAZARD GL403
        return x + self.codes(which)


torch.manual_seed(0)
model = Routed(4, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loss = model(torch.randn(6, 4)).square().mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
print("OBSERVED", "none" if model.router.weight.grad is None else "clean")
