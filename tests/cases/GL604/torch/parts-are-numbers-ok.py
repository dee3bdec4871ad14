# framework: torch
# verdict: clean
# seen: the total is a number
import torch
from torch import nn

torch.manual_seed(0)
encoder, decoder = nn.Linear(6, 3), nn.Linear(3, 6)
optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()], lr=1e-3)
seen = 0.0
for _ in range(4):
    x = torch.randn(5, 6)
    code = encoder(x)
    parts = [(decoder(code) - x).square().mean(), 0.1 * code.abs().mean()]
    loss = 0.0
    for part in parts:
        loss = loss + part
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    seen += parts[0].item()
print("OBSERVED", "clean" if isinstance(seen, float) else "leak")
