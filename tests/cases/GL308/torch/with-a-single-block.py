# framework: torch
# verdict: wrong
# seen: ['head.weight', 'head.bias']
import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self, width=8, tags=3):
        super().__init__()
        self.blocks = [nn.Linear(width, width)]  # HAZARD GL308
        self.head = nn.Linear(width, tags)

    def forward(self, x):
        for block in self.blocks:
            x = torch.relu(block(x))
        return self.head(x)


torch.manual_seed(0)
model = Tagger()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
x, y = torch.randn(16, 8), torch.randint(0, 3, (16,))
before = model.blocks[0].weight.detach().clone()
for _ in range(3):
    optimizer.zero_grad()
    nn.functional.cross_entropy(model(x), y).backward()
    optimizer.step()
stuck = torch.equal(before, model.blocks[0].weight)
print("OBSERVED", "wrong" if stuck else "clean", [name for name, _ in model.named_parameters()])
