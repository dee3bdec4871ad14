# framework: torch
# verdict: wrong
# seen: the centres get gradients and never a step
import torch
import torch.nn.functional as F
from torch import nn


class CentreLoss(nn.Module):
    def __init__(self, classes, width):
        super().__init__()
        self.centres = nn.Parameter(torch.randn(classes, width))

    def forward(self, codes, labels):
        return F.mse_loss(codes, self.centres[labels], reduction="none")


torch.manual_seed(0)
encoder, criterion = nn.Linear(5, 3), CentreLoss(2, 3)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)  # HAZARD GL322
before = criterion.centres.detach().clone()
for _ in range(2):
    loss = criterion(encoder(torch.randn(4, 5)), torch.tensor([0, 1, 1, 0])).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print("OBSERVED", "wrong" if torch.equal(before, criterion.centres) else "clean")
