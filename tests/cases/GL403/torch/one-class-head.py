# framework: torch
# verdict: zero
# seen: OBSERVED zero
import torch
from torch import nn
from torch.nn import functional as F


class Spam(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(5, 8)
        self.head = nn.Linear(8, 1)

    def forward(self, x):
        return F.softmax(self.head(torch.relu(self.body(x))), dim=-1)  # HAZARD GL403


torch.manual_seed(0)
model = Spam()
labels = torch.randint(0, 2, (16, 1)).float()
loss = F.binary_cross_entropy(model(torch.randn(16, 5)), labels)
loss.backward()
print("OBSERVED", "zero" if float(model.head.weight.grad.abs().sum()) < 1e-10 else "clean")
