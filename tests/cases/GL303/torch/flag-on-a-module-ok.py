# framework: torch
# verdict: clean
# seen: the method tells every parameter, and a class may have an option of this name
import torch
from torch import nn


class Noise(nn.Module):
    def __init__(self, size, requires_grad=True):
        super().__init__()
        self.requires_grad = requires_grad
        self.scale = nn.Parameter(torch.ones(size), requires_grad=requires_grad)

    def forward(self, x):
        return x * self.scale if self.requires_grad else x


torch.manual_seed(0)
body, head = nn.Linear(3, 4), nn.Linear(4, 1)
body.requires_grad_(False)
noise = Noise(4)
noise.requires_grad = True
optimizer = torch.optim.SGD([*head.parameters(), *noise.parameters()], lr=0.1)
loss = head(noise(body(torch.randn(2, 3)))).square().mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
print("OBSERVED", "clean" if body.weight.grad is None and noise.scale.grad is not None else "wrong")
