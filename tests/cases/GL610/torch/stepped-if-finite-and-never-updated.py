# framework: torch
# verdict: raises
# seen: RuntimeError: unscale_() is being called after step()
import torch
from torch import nn

net = nn.Linear(3, 3)
optimizer = torch.optim.Adam(net.parameters())
scaler = torch.amp.GradScaler("cpu")
for x in torch.randn(3, 2, 3):
    optimizer.zero_grad()
    scaler.scale(net(x).pow(2).mean()).backward()
    scaler.unscale_(optimizer)
    norm = nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    if torch.isfinite(norm):
        scaler.step(optimizer)  # HAZARD GL610
