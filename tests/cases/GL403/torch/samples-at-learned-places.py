# framework: torch
# verdict: none
# seen: None
import torch
from torch import nn


class Taps(nn.Module):
    def __init__(self, length):
        super().__init__()
        self.places = nn.Parameter(torch.rand(4))
        self.length = length

    def forward(self, signal):
        at = torch.round(self.places * (self.length - 1)).long()
        return signal[:, at]  # HAZARD GL403


torch.manual_seed(0)
taps, head = Taps(64), nn.Linear(4, 1)
optimizer = torch.optim.Adam([*taps.parameters(), *head.parameters()], lr=0.01)
signal, wanted = torch.randn(16, 64), torch.randn(16, 1)
for _ in range(3):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(head(taps(signal)), wanted)
    loss.backward()
    optimizer.step()
print("OBSERVED", "none" if taps.places.grad is None else "clean")
