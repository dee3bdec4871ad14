# framework: torch
# verdict: none
# seen: the encoder gets no gradient from what is decoded
import torch
from torch import nn

encoder, decoder = nn.Linear(8, 4), nn.Linear(4, 8)
book = nn.Parameter(torch.randn(16, 4))
optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters(), book], lr=1e-3)


def quantise(z):
    codes = torch.cdist(z, book).min(dim=1).indices
    return book[codes]


x = torch.randn(6, 8)
z = encoder(x)
entry = quantise(z)
out = decoder(entry)  # HAZARD GL403
loss = nn.functional.mse_loss(out, x) + nn.functional.mse_loss(entry, z.detach())
optimizer.zero_grad()
loss.backward()
assert encoder.weight.grad is None
optimizer.step()
print("OBSERVED none")
