# framework: torch
# verdict: none
# seen: none
import torch
from torch import nn

torch.manual_seed(0)
latents = torch.zeros(4, 2)
decoder = nn.Linear(2, 3)
opt = torch.optim.Adam([{"params": decoder.parameters()}, {"params": [latents], "lr": 0.1}])  # HAZARD GL301
goal = torch.randn(4, 3)
for _ in range(3):
    opt.zero_grad()
    (decoder(latents) - goal).pow(2).mean().backward()
    opt.step()
print("OBSERVED", "none" if not latents.any() else "clean")
