# framework: torch
# verdict: none
# seen: the temperature is not among the parameters
import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.query, self.key = nn.Linear(width, width), nn.Linear(width, width)

    def forward(self, x):
        temperature = nn.Parameter(torch.ones(1) * x.size(-1) ** 0.5)  # HAZARD GL309
        scores = self.query(x) @ self.key(x).transpose(1, 2) / temperature
        return torch.softmax(scores, dim=-1) @ x


layer = Attention(6)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
layer(torch.randn(2, 4, 6)).pow(2).mean().backward()
optimizer.step()
print("OBSERVED", "none" if len(list(layer.parameters())) == 4 else "clean")
