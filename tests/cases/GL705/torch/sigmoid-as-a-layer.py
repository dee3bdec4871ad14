# framework: torch
# verdict: wrong
# seen: the sigmoid is applied twice
import torch
from torch import nn


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 1)
        self.sigmoid = nn.Sigmoid()

    def forward(self, x):
        return self.sigmoid(self.net(x)).squeeze(1)


torch.manual_seed(0)
detector = Detector()
optimizer = torch.optim.SGD(detector.parameters(), lr=0.1)
x, y = torch.randn(8, 4), torch.randint(0, 2, (8,)).float()
loss = nn.functional.binary_cross_entropy_with_logits(detector(x), y)  # HAZARD GL705
optimizer.zero_grad()
loss.backward()
optimizer.step()
print("OBSERVED wrong")
