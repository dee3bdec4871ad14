# framework: torch
# verdict: none
# seen: the encoder gets no gradient
import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(0)
encoder, decoder = nn.Linear(6, 4), nn.Linear(2, 6)
optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()], lr=1e-3)
batch = torch.randn(10, 6)
for _ in range(2):
    mean, spread = encoder(batch).chunk(2, dim=1)
    code = Normal(mean, spread.exp()).sample()  # HAZARD GL405
    loss = (decoder(code) - batch).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print("OBSERVED", "none" if encoder.weight.grad is None else "clean")
