# framework: torch
# verdict: zero
# seen: the encoder gets no gradient from what is quantised
import torch
from torch import nn

encoder, bias = nn.Linear(3, 4), nn.Parameter(torch.zeros(4))
z = encoder(torch.randn(5, 3))
q = torch.round(z * 4) / 4
code = (z + (q - z)).detach()  # HAZARD GL411
loss = (code + bias).square().mean() + 0.0 * z.sum()
loss.backward()
assert (encoder.weight.grad == 0).all()
print("OBSERVED zero")
