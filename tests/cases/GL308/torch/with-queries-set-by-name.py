# framework: torch
# verdict: wrong
# seen: the keys never move
import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, width=4, heads=2):
        super().__init__()
        self.keys = [nn.Linear(width, width) for _ in range(heads)]  # HAZARD GL308
        for number in range(heads):
            setattr(self, f"query{number}", nn.Linear(width, width))

    def forward(self, x):
        parts = [getattr(self, f"query{n}")(x) * key(x) for n, key in enumerate(self.keys)]
        return torch.stack(parts).sum(0)


torch.manual_seed(0)
attention = Attention()
optimizer = torch.optim.SGD(attention.parameters(), lr=0.1)
before = attention.keys[0].weight.detach().clone()
attention(torch.randn(3, 4)).square().mean().backward()
optimizer.step()
print("OBSERVED", "wrong" if torch.equal(before, attention.keys[0].weight) else "clean")
