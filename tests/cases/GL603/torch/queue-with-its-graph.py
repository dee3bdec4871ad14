# framework: torch
# verdict: raises
# seen: RuntimeError: Trying to backward through the graph a second time
import torch
import torch.nn.functional as F
from torch import nn


class Bank(nn.Module):
    def __init__(self):
        super().__init__()
        self.rows = F.normalize(torch.randn(8, 4), dim=1)

    def push(self, keys):
        self.rows = torch.cat((self.rows, keys))[len(keys) :]  # HAZARD GL603


encoder, bank = nn.Linear(6, 4), Bank()
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
for _ in range(3):
    keys = F.normalize(encoder(torch.randn(4, 6)), dim=1)
    loss = (keys @ bank.rows.T).square().mean()
    bank.push(keys)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
