# framework: torch
# verdict: clean
# seen: without the option the adapter counts half, and trains all the same
import torch
import torch.nn as nn


class Adapter(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.down, self.up = nn.Linear(width, 2), nn.Linear(2, width)

    def forward(self, x):
        share = 1.0 if self.requires_grad else 0.5
        return x + share * self.up(self.down(x).relu())


class Block(nn.Module):
    def __init__(self, width, train_adapter):
        super().__init__()
        self.inner, self.adapter = nn.Linear(width, width), Adapter(width)
        self.adapter.requires_grad = train_adapter


torch.manual_seed(0)
block = Block(4, False)
block.adapter.requires_grad = False
optimizer = torch.optim.Adam(block.parameters(), lr=1e-3)
loss = block.adapter(block.inner(torch.randn(5, 4))).abs().mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
print("OBSERVED", "clean" if block.adapter.up.weight.grad is not None else "none")
