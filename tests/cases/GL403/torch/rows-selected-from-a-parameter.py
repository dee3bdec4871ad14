# framework: torch
# verdict: none
# seen: the encoder gets no gradient from what is decoded
import torch
from torch import nn


class Quantised(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.decoder = nn.Linear(8, 4), nn.Linear(4, 8)
        self.book = nn.Parameter(torch.randn(16, 4))

    def entry(self, z):
        return self.book.index_select(0, torch.cdist(z, self.book).argmin(1))

    def forward(self, x):
        z = self.encoder(x)
        entry = self.entry(z)
        return self.decoder(entry), nn.functional.mse_loss(entry, z.detach())  # HAZARD GL403


model = Quantised()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
x = torch.randn(6, 8)
out, commitment = model(x)
optimizer.zero_grad()
((out - x).square().mean() + commitment).backward()
assert model.encoder.weight.grad is None
optimizer.step()
print("OBSERVED none")
