# framework: torch
# verdict: clean
# seen: both losses of one pass are added up in the encoder
import torch
from torch import nn

torch.manual_seed(0)
body, painter = nn.Linear(5, 3), nn.Linear(3, 5)
for_body = torch.optim.Adam(body.parameters(), lr=0.01)
for_painter = torch.optim.Adam(painter.parameters(), lr=0.01)
for _ in range(2):
    real = torch.randn(6, 5)
    for_body.zero_grad()
    for_painter.zero_grad()
    noise = torch.randn(6, 3)
    rebuilt, drawn = painter(body(real)), painter(noise)
    total = (rebuilt - real).abs().mean() + drawn.mean().square()
    total.backward(retain_graph=True)
    for_body.step()
    found = (body(drawn) - noise).square().mean()
    found.backward()
    for_painter.step()
print("OBSERVED clean")
