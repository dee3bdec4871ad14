# framework: torch
# verdict: none
# seen: body.weight.grad is None
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 3)
        self.head = nn.Linear(3, 1)

    def forward(self, x):
        with torch.no_grad():
            features = self.body(x)  # HAZARD GL402
        return self.head(features)


model = Net()
for name, param in model.named_parameters():
    if name.startswith("body"):
        param.requires_grad = True
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x in torch.randn(2, 4, 3):
    loss = model(x).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
